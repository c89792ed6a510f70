//! Checks whether expressions are equal for everything in older files: only new values, new versions and new fields
//! have other results.

use std::collections::{BTreeMap, BTreeSet};

use super::renames::Renames;
use dxc_codegen::evaluate::{Known, evaluate};
use dxc_codegen::expression::{Tree, Type};
use dxc_codegen::model::{Content, Schema};

/// The maximum number of combinations to try.
const MOST: usize = 1 << 17;

/// Numbers to try in addition to those near the constants of the expressions.
const OTHERS: [u64; 4] = [0, 1, 2, 7];

/// A value that an expression uses: a number by its path, or a function of a field, such as `len`.
type Leaf = (String, Vec<String>);

/// The values that something can have in older files.
enum Domain {
    Enum(String),
    /// The versions of a record.
    Versions(String),
    /// A field that exists in no older file.
    Absent,
    Numbers,
}

/// Both states of the schemas.
#[derive(Clone, Copy)]
pub(super) struct States<'s> {
    pub(super) old: &'s Schema,
    pub(super) new: &'s Schema,
    pub(super) renames: &'s Renames,
}

impl States<'_> {
    /// Whether two states of an expression are equal for everything in older files. `own` has the new names of fields.
    pub(super) fn is_extended(
        self,
        (was, is): (&Tree, &Tree),
        own: &BTreeMap<String, String>,
        is_absent: &dyn Fn(&str) -> bool,
    ) -> bool {
        let mut found = Found::new(self, own);
        found.tree(was, true);
        found.tree(is, false);
        found.without(is_absent);
        let mut equal = true;
        let is_tried = found.each(&mut |values| {
            let of = |schema, own, tree| {
                let given = Given {
                    states: self,
                    schema,
                    values,
                    own,
                };
                evaluate(&given, tree)
            };
            let before = of(self.old, Some(own), was);
            equal &= before.is_some() && before == of(self.new, None, is);
            equal
        });
        is_tried && equal
    }

    /// The values of an enum or of flags that are known in older files, and some without a name in both states.
    fn values_of(self, name: &str) -> Option<BTreeSet<u64>> {
        let numbers = |schema: &Schema, name: &str| -> Option<BTreeSet<u64>> {
            let values = schema.values_of(name)?.without_markers();
            Some(values.map(|value| value.value.unsigned()).collect())
        };
        let later = numbers(self.new, name).unwrap_or_default();
        let old_name = self.old.items.iter().map(|item| item.name.as_str());
        let mut old_name = old_name.filter(|old| self.renames.item(old) == name);
        let old_name = old_name.next().unwrap_or(name);
        let known = numbers(self.old, old_name)?;
        let is_flags = self
            .new
            .content(name)
            .is_some_and(|content| content.flags().is_some());
        let all = known.iter().fold(0, |all, flag| all | flag);
        let most = known
            .union(&later)
            .max()
            .map_or(0, |most| most.saturating_add(1));
        let others = if is_flags {
            vec![0, all]
        } else {
            OTHERS.into_iter().chain([most]).collect()
        };
        let is_new = |number: &u64| later.contains(number) && !known.contains(number);
        let others = others.into_iter().filter(|number| !is_new(number));
        Some(known.iter().copied().chain(others).collect())
    }
}

/// The values that two expressions use, and their constants.
struct Found<'f> {
    states: States<'f>,
    own: &'f BTreeMap<String, String>,
    leaves: BTreeMap<Leaf, Domain>,
    constants: BTreeSet<u64>,
    /// Every enum that is used: numbers without a type may be values of any enum.
    enums: BTreeSet<String>,
}

impl<'f> Found<'f> {
    fn new(states: States<'f>, own: &'f BTreeMap<String, String>) -> Self {
        Self {
            states,
            own,
            leaves: BTreeMap::new(),
            constants: BTreeSet::new(),
            enums: BTreeSet::new(),
        }
    }

    /// Sets fields of the struct that exist in no older file to 0.
    fn without(&mut self, is_absent: &dyn Fn(&str) -> bool) {
        for ((_, path), domain) in &mut self.leaves {
            if path.first().is_some_and(|name| is_absent(name)) {
                *domain = Domain::Absent;
            }
        }
    }

    fn tree(&mut self, tree: &Tree, is_old: bool) {
        match tree {
            Tree::Number { number, .. } => drop(self.constants.insert(*number)),
            Tree::Value { of, .. } => {
                let of = if is_old {
                    self.states.renames.item(of)
                } else {
                    of
                };
                self.enums.insert(of.to_owned());
            }
            Tree::Name { .. } | Tree::Member { .. } => self.leaf("", tree, is_old),
            Tree::Index { of, at, .. } => {
                self.leaf("", of, is_old);
                self.tree(at, is_old);
            }
            Tree::Not { of } => self.tree(of, is_old),
            Tree::Binary(it) => {
                self.tree(&it.left, is_old);
                self.tree(&it.right, is_old);
            }
            Tree::If(it) => {
                let branches = [&it.condition, &it.then, &it.otherwise];
                branches
                    .into_iter()
                    .for_each(|tree| self.tree(tree, is_old));
            }
            Tree::Match(it) => {
                self.tree(&it.of, is_old);
                for arm in &it.arms {
                    arm.values.iter().for_each(|value| self.tree(value, is_old));
                    self.tree(&arm.is, is_old);
                }
                self.tree(&it.otherwise, is_old);
            }
            Tree::Call(it) => match it.function.as_str() {
                function @ ("len" | "at" | "size_of" | "stride_of" | "version_of") => {
                    let fields = it.arguments.iter();
                    fields.for_each(|field| self.leaf(function, field, is_old));
                }
                function => {
                    it.arguments.iter().for_each(|tree| self.tree(tree, is_old));
                    self.function(function, is_old);
                }
            },
            Tree::Truth { .. } | Tree::Text { .. } | Tree::Bytes { .. } | Tree::Rest => {}
        }
    }

    /// Collects the constants and the enums of a function.
    fn function(&mut self, name: &str, is_old: bool) {
        let schema = if is_old {
            self.states.old
        } else {
            self.states.new
        };
        if let Some(Content::Let(function)) = schema.content(name)
            && let Some(tree) = function.is.typed()
        {
            let own = BTreeMap::new();
            let mut inner = Found::new(self.states, &own);
            inner.tree(tree, is_old);
            self.constants.append(&mut inner.constants);
            self.enums.append(&mut inner.enums);
        }
    }

    fn leaf(&mut self, function: &str, tree: &Tree, is_old: bool) {
        let Some(path) = path(self.states, tree, is_old.then_some(self.own)) else {
            return;
        };
        let domain = match (function, tree) {
            ("version_of", Tree::Name { ty, .. } | Tree::Member { ty, .. }) => match ty {
                Type::Record(of) | Type::Optional(of) => Domain::Versions(of.clone()),
                _ => Domain::Numbers,
            },
            ("", Tree::Member { item, name, .. }) if !is_old && self.is_new(item, name) => {
                Domain::Absent
            }
            (
                "",
                Tree::Name {
                    ty: Type::Enum(of), ..
                }
                | Tree::Member {
                    ty: Type::Enum(of), ..
                },
            ) => Domain::Enum(self.states.renames.item(of).to_owned()),
            _ => Domain::Numbers,
        };
        let known = self.leaves.entry((function.to_owned(), path));
        known.or_insert(domain);
    }

    /// Whether no older file contains a field of a record.
    fn is_new(&self, item: &str, name: &str) -> bool {
        let States { old, renames, .. } = self.states;
        let mut items = old.items.iter();
        let before = items.find(|before| renames.item(&before.name) == item);
        before.is_some_and(|before| {
            let members = before.content.members().into_iter();
            let mut names = members.map(|(member, _)| renames.member(&before.name, member));
            names.all(|member| member != name)
        })
    }

    fn domain(&self, domain: &Domain) -> Option<Vec<u64>> {
        let values: BTreeSet<u64> = match domain {
            Domain::Absent => BTreeSet::from([0]),
            Domain::Enum(of) => self.states.values_of(of)?,
            Domain::Versions(of) => {
                let mut items = self.states.old.items.iter();
                let before = items.find(|item| {
                    item.name.value == *of || self.states.renames.item(&item.name) == of
                });
                let record = before?.content.structure()?;
                let numbers = record.numbers().into_iter();
                numbers
                    .filter_map(|number| u64::try_from(number).ok())
                    .collect()
            }
            Domain::Numbers => {
                let near =
                    |number: &u64| [number.saturating_sub(1), *number, number.saturating_add(1)];
                let near = self.constants.iter().flat_map(near).chain(OTHERS);
                let mut values: BTreeSet<u64> = near.collect();
                for of in &self.enums {
                    values.extend(self.states.values_of(of).unwrap_or_default());
                    let new = self.states.new.values_of(of).into_iter();
                    let new = new.flat_map(|of| of.without_markers());
                    let known = self.states.values_of(of).unwrap_or_default();
                    for value in new.map(|value| value.value.unsigned()) {
                        if !known.contains(&value) {
                            values.remove(&value);
                        }
                    }
                }
                values
            }
        };
        Some(values.into_iter().collect())
    }

    /// Tries all combinations until `tried` returns true; returns false if there are too many.
    fn each(&self, tried: &mut dyn FnMut(&BTreeMap<&Leaf, u64>) -> bool) -> bool {
        let domains = self.leaves.iter();
        let domains = domains.map(|(leaf, domain)| Some((leaf, self.domain(domain)?)));
        let Some(domains) = domains.collect::<Option<Vec<_>>>() else {
            return false;
        };
        let sizes = domains.iter().map(|(_, values)| values.len());
        let all = sizes.fold(1usize, usize::saturating_mul);
        if all > MOST {
            return false;
        }
        for mut index in 0..all {
            let values = domains.iter().map(|(leaf, values)| {
                let value = values[index % values.len()];
                index /= values.len();
                (*leaf, value)
            });
            if !tried(&values.collect()) {
                break;
            }
        }
        true
    }
}

/// The path of a field, with the names of the new state.
fn path(
    states: States<'_>,
    tree: &Tree,
    own: Option<&BTreeMap<String, String>>,
) -> Option<Vec<String>> {
    match tree {
        Tree::Name { name, .. } => {
            let new = own.and_then(|own| own.get(name)).unwrap_or(name);
            Some(vec![new.clone()])
        }
        Tree::Member { of, item, name, .. } => {
            let mut path = path(states, of, own)?;
            path.push(match own {
                Some(_) => states.renames.member(item, name).to_owned(),
                None => name.clone(),
            });
            Some(path)
        }
        _ => None,
    }
}

/// A combination of values.
struct Given<'g> {
    states: States<'g>,
    schema: &'g Schema,
    values: &'g BTreeMap<&'g Leaf, u64>,
    /// The new names of fields, for an expression of the old state.
    own: Option<&'g BTreeMap<String, String>>,
}

impl Given<'_> {
    fn value(&self, function: &str, path: &[String]) -> Option<u64> {
        let mut path = path.to_vec();
        if let (Some(own), Some(first)) = (self.own, path.first_mut())
            && let Some(new) = own.get(first.as_str())
        {
            first.clone_from(new);
        }
        let leaf = (function.to_owned(), path);
        let found = self.values.get(&leaf).copied();
        found.or_else(|| self.renamed(&leaf))
    }

    /// The value of a path that has another name in the new state.
    fn renamed(&self, (function, path): &Leaf) -> Option<u64> {
        self.own?;
        let is_same = |(known, known_path): &Leaf| {
            let same = known_path.iter().zip(path);
            let mut same = same.map(|(new, old)| new == old || self.states.renames.leads(old, new));
            known == function && known_path.len() == path.len() && same.all(|same| same)
        };
        let mut values = self.values.iter();
        values
            .find(|(leaf, _)| is_same(leaf))
            .map(|(_, value)| *value)
    }
}

impl Known for Given<'_> {
    fn schema(&self) -> &Schema {
        self.schema
    }

    fn number(&self, path: &[String]) -> Option<u64> {
        self.value("", path)
    }

    fn measured(&self, function: &str, path: &[String]) -> Option<u64> {
        self.value(function, path)
    }
}
