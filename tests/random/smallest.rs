//! Tests the smallest values of a type: of each version, and of each named value of an enum, which may select an arm.
//! Each is written, shown as a document, and built again; keys may be missing.

use dxc_document::{Map, Node, build, build_in, layout, show};
use dxc_format::runtime::fields::{Field, Fields, Visitor};
use dxc_format::runtime::shape::{EnumTable, Layout, Shape};
use dxc_format::runtime::tables::LayOut;
use dxc_format::types::{BySize, Row, SizedRecord};
use dxc_format::{ErrorKind, TableStyle};

/// The message about a value that the version does not have.
const ONLY_IF: &str = "but is only stored if";

/// The smallest values that were tried.
#[derive(Debug, Default)]
pub(crate) struct Smallest {
    /// The number of values that were written, shown and built.
    pub(crate) built: usize,
    /// Documents that require further keys, with the errors.
    pub(crate) refused: Vec<String>,
}

/// Tries the smallest values of a type.
pub(crate) fn check<T: LayOut>(name: &str, args: <T as Fields>::Args, tried: &mut Smallest) {
    let mut facts = Facts::default();
    let new = T::new_value(args).unwrap_or_else(|error| panic!("{name}: {error}"));
    new.clone().visit(Some(args), &mut facts);
    for version in 0..=facts.newest {
        let mut value = new.clone();
        let mut moved = AtVersion(version, Vec::new());
        value.visit(None, &mut moved);
        let what = format!("{name} of version {version}");
        match value.to_bytes(args) {
            Ok(bytes) => {
                let node = documented::<T>(&what, &bytes, args);
                without_keys::<T>(&what, &node, args);
                tried.built += 1;
            }
            Err(error) => {
                let is_absent = matches!(error.kind(), ErrorKind::NoRoom { .. });
                // An absent record has no version.
                if is_absent && moved.1.contains(&error.path()) {
                    continue;
                }
                assert!(!is_absent, "{what}: {error}");
                tried.refused.push(format!("{what}: {error}"));
            }
        }
        for (key, table) in &facts.enums {
            for entry in table.values.iter().filter(|entry| !entry.alias) {
                let what = format!("{what}, {key}: {}", entry.name);
                let built = |value: Node| {
                    let mut map = Map::default();
                    facts
                        .versions
                        .iter()
                        .for_each(|key| map.push(*key, Node::from(version)));
                    map.push(*key, value);
                    build::<T>(&Node::Map(map), args, TableStyle::Dxc)
                };
                // A selector that the version does not store is a number.
                let name = Node::Text(table.shown_name(entry).into());
                match built(name).or_else(|_| built(Node::from(entry.value))) {
                    Ok(bytes) => {
                        documented::<T>(&what, &bytes, args);
                        tried.built += 1;
                    }
                    Err(problem) => refuse(what, &problem.to_string(), tried),
                }
            }
        }
    }
}

fn refuse(what: String, problem: &str, tried: &mut Smallest) {
    assert!(!problem.contains(ONLY_IF), "{what}: {problem}");
    // Fields that earlier versions do not have have no keys there.
    if !problem.contains("unknown key") {
        tried.refused.push(format!("{what}: {problem}"));
    }
}

/// The document of bytes, which builds them.
fn documented<T: LayOut>(what: &str, bytes: &[u8], args: T::Args) -> Node {
    let node = show::<T>(bytes, args).unwrap_or_else(|error| panic!("{what}: {error}"));
    let layout =
        layout::<T>(&node, args, bytes).unwrap_or_else(|problem| panic!("{what}: {problem}"));
    let built = build_in::<T>(&node, args, &layout);
    assert_eq!(
        built.unwrap_or_else(|problem| panic!("{what}: {problem}")),
        bytes,
        "{what}"
    );
    node
}

/// Checks that a missing key is never a value that the version does not have.
fn without_keys<T: LayOut>(what: &str, node: &Node, args: T::Args) {
    let Node::Map(map) = node else { return };
    for at in 0..map.0.len() {
        let mut less = map.clone();
        let (key, _) = less.0.remove(at);
        if let Err(problem) = build::<T>(&Node::Map(less), args, TableStyle::Dxc) {
            let problem = problem.to_string();
            assert!(
                !problem.contains(ONLY_IF),
                "{what} without {key}: {problem}"
            );
        }
    }
}

/// The versions of a type, and its keys with enums.
#[derive(Default)]
struct Facts {
    newest: u32,
    /// The keys of versions.
    versions: Vec<&'static str>,
    enums: Vec<(&'static str, &'static EnumTable)>,
}

impl Facts {
    fn layouts(&mut self, layouts: &[&'static Layout]) {
        let newest = layouts.last().and_then(|layout| layout.version);
        self.newest = self.newest.max(newest.unwrap_or_default());
    }

    fn keyed(&mut self, key: &'static str, shape: Shape) {
        if let Shape::Enum(table) = shape {
            self.enums.push((key, table));
        }
    }
}

impl<'v> Visitor<'v> for Facts {
    fn value<T: Row<Context = ()>>(&mut self, field: &'static Field, _: &'v mut T) {
        self.keyed(field.shown.key, T::known((), usize::MAX).0);
    }

    fn sized<T: BySize>(&mut self, field: &'static Field, _: &'v mut SizedRecord<T>) {
        self.layouts(T::LAYOUTS);
        self.versions.extend(field.shown.version);
        if field.shown.flat {
            let fields = T::LAYOUTS
                .last()
                .into_iter()
                .flat_map(|layout| layout.fields);
            fields.for_each(|field| self.keyed(field.shown.key, field.shape));
        }
    }

    fn nested<T: Fields>(&mut self, _: &'static Field, _: &'v mut T, _: Option<T::Args>) {}
}

/// Moves records whose sizes select their versions, and records their fields.
struct AtVersion(u32, Vec<&'static str>);

impl<'v> Visitor<'v> for AtVersion {
    fn sized<T: BySize>(&mut self, field: &'static Field, record: &'v mut SizedRecord<T>) {
        self.1.push(field.name);
        record.record.move_to((), self.0, &mut |_, _| {});
    }
}
