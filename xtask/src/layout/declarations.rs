//! Reads declarations of the headers from clang's syntax trees, and finds those that no schema mentions.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value as Json;

use super::facts::{Facts, Property, TABLES};

/// The constant that LLVM's macro for enums of flags adds to each enum.
const BITMASK: &str = "LLVM_BITMASK_LARGEST_ENUMERATOR";

/// A type that the headers declare.
#[derive(Debug)]
enum Declaration {
    /// A structure or a union: its base types, and its members with their types.
    Record {
        bases: Vec<String>,
        members: Vec<(String, String)>,
    },
    Enum(Vec<String>),
}

/// The types of a namespace, by their full names.
type Declarations = BTreeMap<String, Declaration>;

/// Declarations of the headers that no schema mentions, by full names.
pub(super) struct Unmentioned {
    pub(super) types: Vec<String>,
    /// Members and enumerators, each after its mirrored type.
    pub(super) members: Vec<(String, String)>,
}

/// LLVM's enum of the parts, which the schemas contain as `[[part]]`: its numbers are positions, which files do not
/// contain.
const BY_PLACE: &str = "PartType";

/// Finds declarations that no schema mentions.
pub(super) fn unmentioned(trees: &[u8], facts: &Facts) -> Result<Unmentioned, String> {
    let mut declarations = Declarations::new();
    let outer = facts
        .namespace
        .rsplit_once("::")
        .map_or("", |outer| outer.0);
    for tree in serde_json::Deserializer::from_slice(trees).into_iter::<Json>() {
        let tree =
            tree.map_err(|problem| format!("cannot read the compiler's syntax tree: {problem}"))?;
        collect(&tree, outer, &mut declarations);
    }
    if declarations.is_empty() {
        return Err(format!("the headers have nothing in `{}`", facts.namespace));
    }
    let mut comparison = Comparison {
        declarations: &declarations,
        holder: "",
        mentioned: BTreeSet::new(),
        found: Vec::new(),
    };
    let mut members: BTreeMap<&str, Vec<Path<'_>>> = BTreeMap::new();
    for fact in &facts.all {
        let members = members.entry(&fact.holder).or_default();
        members.extend(fact.member.as_deref().map(|names| Path {
            names,
            is_plain: fact.is_plain,
        }));
        if let Property::Type(ty) = &fact.property {
            comparison.mentioned.insert(ty.clone());
        }
    }
    let is_table = |name: &str| name.starts_with(&format!("{}::{TABLES}::", facts.namespace));
    for (holder, members) in &members {
        // An unmentioned row is reported by its number, not for each further column.
        if !is_table(holder) || holder.ends_with("::value") || holder.ends_with("::bit") {
            comparison.holder = holder;
            comparison.compare(holder, members);
        }
    }
    // The compiler's filter compares prefixes, not whole names.
    let within = format!("{}::", facts.namespace);
    let types = declarations
        .keys()
        .filter(|name| name.starts_with(&within) && !is_table(name));
    let types = types.filter(|name| !comparison.mentioned.contains(*name));
    let types = types.filter(|name| name[within.len()..] != *BY_PLACE);
    Ok(Unmentioned {
        types: types.cloned().collect(),
        members: comparison.found,
    })
}

/// Collects the types of a namespace; types inside of other types belong to these.
fn collect(node: &Json, outer: &str, declarations: &mut Declarations) {
    let Some(name) = node["name"].as_str() else {
        return;
    };
    let name = if outer.is_empty() {
        name.to_owned()
    } else {
        format!("{outer}::{name}")
    };
    match node["kind"].as_str() {
        Some("NamespaceDecl") => {
            inner(node).for_each(|node| collect(node, &name, declarations));
        }
        Some("CXXRecordDecl") if node["completeDefinition"] == true => {
            let bases = node["bases"].as_array().into_iter().flatten();
            let bases = bases.map(|base| type_of(&base["type"])).collect();
            let fields = inner(node).filter(|field| field["kind"] == "FieldDecl");
            let named =
                fields.filter_map(|field| Some((field["name"].as_str()?, type_of(&field["type"]))));
            let members = named.map(|(name, ty)| (name.to_owned(), ty)).collect();
            declarations.insert(name, Declaration::Record { bases, members });
        }
        Some("EnumDecl") => {
            let values = inner(node).filter(|value| value["kind"] == "EnumConstantDecl");
            let values = values.filter_map(|value| value["name"].as_str());
            let values = values.filter(|name| *name != BITMASK);
            let values = values.map(str::to_owned).collect();
            declarations.insert(name, Declaration::Enum(values));
        }
        _ => {}
    }
}

fn inner(node: &Json) -> impl Iterator<Item = &Json> {
    node["inner"].as_array().into_iter().flatten()
}

/// The name of a type; the full name, if the tree contains it.
fn type_of(node: &Json) -> String {
    let names = [&node["desugaredQualType"], &node["qualType"]];
    let name = names.into_iter().find_map(Json::as_str);
    name.unwrap_or_default().to_owned()
}

/// The path of a mirrored member: `Size`, or `Version.Major` through a member.
#[derive(Clone, Copy)]
struct Path<'p> {
    names: &'p str,
    /// Whether mirroring the member also mentions its type, because the schema's type cannot mirror it.
    is_plain: bool,
}

/// The comparison of the headers with the schemas.
struct Comparison<'d> {
    declarations: &'d Declarations,
    /// The mirrored type that is being compared.
    holder: &'d str,
    /// The types that the schemas mention, directly or by their members.
    mentioned: BTreeSet<String>,
    found: Vec<(String, String)>,
}

impl<'d> Comparison<'d> {
    /// Finds the members of a type that are not on any of these paths.
    fn compare(&mut self, name: &str, paths: &[Path<'_>]) {
        let Some((name, declaration)) = self.named(name) else {
            return;
        };
        self.mentioned.insert(name.to_owned());
        match declaration {
            Declaration::Enum(values) => {
                let unnamed = values
                    .iter()
                    .filter(|value| paths.iter().all(|path| path.names != value.as_str()));
                unnamed.for_each(|value| self.find(name, value));
            }
            Declaration::Record { bases, members } => {
                self.mentioned.extend(bases.iter().cloned());
                for (member, ty) in members {
                    self.member(name, member, ty, paths);
                }
            }
        }
    }

    fn member(&mut self, name: &str, member: &str, ty: &str, paths: &[Path<'_>]) {
        let inner: Vec<Path<'_>> = paths
            .iter()
            .filter_map(|path| {
                let (first, names) = path.names.split_once('.')?;
                (first == member).then_some(Path { names, ..*path })
            })
            .collect();
        let whole = paths.iter().find(|path| path.names == member);
        match whole {
            None if inner.is_empty() => self.find(name, member),
            None => self.compare(ty, &inner),
            // A schema that mirrors the member's type names that type; bytes and numbers only stand for structures.
            Some(path) => {
                if let Some((name, Declaration::Record { .. })) = self.named(ty)
                    && path.is_plain
                {
                    self.mentioned.insert(name.to_owned());
                }
            }
        }
    }

    fn find(&mut self, name: &str, member: &str) {
        self.found
            .push((self.holder.to_owned(), format!("{name}::{member}")));
    }

    fn named(&self, name: &str) -> Option<(&'d str, &'d Declaration)> {
        let full = self.declarations.get_key_value(name);
        // Clang omits the namespaces that are open at the use of the type.
        let inside = || {
            let ending = format!("::{name}");
            self.declarations
                .iter()
                .find(|(full, _)| full.ends_with(&ending))
        };
        full.or_else(inside)
            .map(|(name, declaration)| (name.as_str(), declaration))
    }
}
