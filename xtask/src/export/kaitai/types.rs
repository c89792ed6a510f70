//! Describes items as Kaitai types and enums.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

use super::Exporter;
use super::expressions::{Scope, selectors};
use super::names::{field_name, type_name, value_name};
use dxc_codegen::expression::Expression;
use dxc_codegen::model::{
    Base, Bits, Content, Enum, Field, Form, Item, Parameter, Struct, Switch, Type,
};

impl<'f> Exporter<'f> {
    pub(super) fn item(&mut self, item: &'f Item, enums: &mut Map<String, Value>) {
        let name = type_name(&item.name);
        let ty = match &item.content {
            Content::Enum(values) if !values.flags => {
                enums.insert(name, enumeration(self.schema.values(values)));
                return;
            }
            Content::Enum(_) | Content::Let(_) => return,
            Content::Bits(bits) => self.bits(bits),
            // Such a type is instantiated for each field, for the records of the field.
            Content::Struct(of) if of.takes.iter().any(is_record) => return,
            Content::Struct(of) => match of.form {
                Form::Sequence => self.sequence(item, of),
                Form::Record => json!({ "seq": self.fields(item, &of.fields, None) }),
                Form::BySize => self.by_size(item, of),
                Form::ByValue => self.by_condition(item, of),
            },
            Content::Switch(union) if union.size.is_some() => self.union(item, union),
            Content::Switch(choice) => self.choice(item, choice),
        };
        self.types.insert(name, documented(ty, &item.doc));
    }

    fn bits(&mut self, bits: &'f Bits) -> Value {
        let fields = bits.fields.iter().map(|field| {
            let mut map =
                json!({ "id": field_name(&field.name), "type": format!("b{}", field.bits.value) });
            let ty = field.ty.as_ref();
            let item = ty.and_then(|ty| self.schema.inner_item(&ty.base));
            if let Some(item) = item.filter(|item| item.content.enumeration().is_some()) {
                map["enum"] = self.reference(item).into();
            }
            documented(map, &field.doc)
        });
        json!({ "seq": fields.collect::<Vec<_>>() })
    }

    /// The fields of a record; `from` is the smallest size of the record that contains them, if earlier versions do
    /// not.
    fn fields(&mut self, item: &Item, fields: &'f [Field], from: Option<u64>) -> Vec<Value> {
        let fields = fields.iter();
        fields
            .filter_map(|field| self.field(item, field, from))
            .collect()
    }

    fn field(&mut self, item: &Item, field: &'f Field, from: Option<u64>) -> Option<Value> {
        let id = field_name(&field.name);
        let mut map = match self.fixed(&field.ty.base) {
            Ok(map) => map,
            Err(why) => {
                self.output.omit_field(item, &field.name, &why);
                json!({ "size": self.schema.size(&field.ty.base)?, "doc": format!("Not described: {why}.") })
            }
        };
        if let Some(size) = from {
            map["if"] = format!("_io.size >= {size}").into();
        }
        map["id"] = id.into();
        Some(documented(map, &field.doc))
    }

    /// The type of a field of a fixed size.
    pub(super) fn fixed(&mut self, base: &'f Base) -> Result<Value, String> {
        let unsigned = |bits: &u32| format!("u{}", bits / 8);
        Ok(match base {
            Base::Integer(bits) => json!({ "type": unsigned(bits) }),
            Base::Signed(bits) => json!({ "type": format!("s{}", bits / 8) }),
            Base::Float(bits) => json!({ "type": format!("f{}", bits / 8) }),
            Base::Bool8 => json!({ "type": "u1" }),
            Base::FourCC | Base::StringRef | Base::RowRef(_) | Base::ListRef(_) => {
                json!({ "type": "u4" })
            }
            Base::Array(of, count) => {
                let mut map = self.fixed(of)?;
                if map.get("repeat").is_some() {
                    return Err("Kaitai has no arrays of arrays".to_owned());
                }
                map["repeat"] = "expr".into();
                map["repeat-expr"] = (*count).into();
                map
            }
            Base::Item(name) => {
                let item = self.schema.item(name).ok_or("the type is not known")?;
                match &item.content {
                    Content::Enum(of) if !of.flags && !self.schema.values(of).values.is_empty() => {
                        json!({ "type": unsigned(&of.bits), "enum": self.reference(item) })
                    }
                    Content::Enum(of) => {
                        json!({ "type": unsigned(&of.bits) })
                    }
                    Content::Switch(union) => {
                        json!({ "type": self.reference(item), "size": union.bytes() })
                    }
                    _ => json!({ "type": self.reference(item) }),
                }
            }
            _ => return Err("the size is not fixed".to_owned()),
        })
    }

    fn by_size(&mut self, item: &Item, versioned: &'f Struct) -> Value {
        let mut fields = Vec::new();
        for (index, version) in versioned.versions.iter().enumerate() {
            let from = version.size.filter(|_| index > 0);
            fields.extend(self.fields(item, &version.fields, from));
        }
        json!({ "seq": fields })
    }

    /// A field `v0`, `v1` and so on for each version; one of them exists.
    fn by_condition(&mut self, item: &Item, versioned: &'f Struct) -> Value {
        let scope = Scope::new(self.schema, &versioned.takes);
        let (mut fields, mut before) = (Vec::new(), Vec::new());
        for (index, version) in versioned.versions.iter().enumerate() {
            let id = format!("v{}", versioned.label(index));
            let own = format!("{}_{id}", type_name(&item.name));
            let inner = self.fields(item, &version.fields, None);
            self.types.insert(own.clone(), json!({ "seq": inner }));
            let when = version.when.as_ref().and_then(Expression::typed);
            let when = when.map(|when| scope.condition(when));
            let mut conditions: Vec<String> = before
                .iter()
                .map(|before| format!("(not {before})"))
                .collect();
            match when {
                // The last version applies to all other values.
                _ if index + 1 == versioned.versions.len() => {}
                Some(Ok(when)) => {
                    conditions.push(when.clone());
                    before.push(when);
                }
                _ => self
                    .output
                    .omit(&item.name, "its condition cannot be described"),
            }
            fields.push(json!({ "id": id, "type": own, "if": conditions.join(" and ") }));
        }
        json!({ "params": self.params(item), "seq": fields })
    }

    fn union(&mut self, item: &Item, union: &'f Switch) -> Value {
        let mut instances = Map::new();
        for arm in &union.arms {
            match self.fixed(&arm.ty.base) {
                Ok(mut map) => {
                    map["pos"] = 0.into();
                    let map = documented(map, &union.doc_of(arm));
                    instances.insert(field_name(&arm.name), map);
                }
                Err(why) => self.output.omit_field(item, &arm.name, why),
            }
        }
        json!({ "instances": instances })
    }

    /// A field for each arm; one of them exists.
    fn choice(&mut self, item: &'f Item, choice: &'f Switch) -> Value {
        let scope = Scope::new(self.schema, &choice.takes);
        let by = choice.selector();
        let (mut fields, mut all) = (Vec::new(), Vec::new());
        for arm in &choice.arms {
            let values = selectors(self.schema, choice.selector_enum(), arm).into_iter();
            let values: Vec<String> = values
                .map(|value| format!("{} == {value}", field_name(by)))
                .collect();
            let map = match &arm.ty.base {
                Base::Bytes | Base::Strings => Ok(json!({ "size-eos": true })),
                _ => self.structure(item, scope, &arm.ty),
            };
            let mut map = map.unwrap_or_else(|why| {
                self.output.omit_field(item, &arm.name, &why);
                json!({ "size-eos": true, "doc": format!("Not described: {why}.") })
            });
            map["id"] = field_name(&arm.name).into();
            map["if"] = values.join(" or ").into();
            fields.push(documented(map, &arm.doc));
            all.extend(values);
        }
        if choice.otherwise.is_some() {
            fields.push(json!({ "id": "other", "size-eos": true, "if": format!("not ({})", all.join(" or ")) }));
        }
        json!({ "params": self.params(item), "seq": fields })
    }

    /// The parameters of a type; all values are integers.
    pub(super) fn params(&self, item: &Item) -> Vec<Value> {
        let takes = item.content.takes().iter();
        let takes = takes.filter(|taken| !is_record(taken) && is_used(&item.content, taken));
        let values = takes.map(|taken| json!({ "id": field_name(&taken.name), "type": "u8" }));
        let needs_part = self.needs_part(item);
        let part = needs_part.then(|| json!({ "id": "part_io", "type": "io" }));
        values.chain(part).collect()
    }

    /// The type of a field that may be a sequence, with its arguments.
    pub(super) fn structure(
        &mut self,
        holder: &Item,
        scope: Scope<'_>,
        ty: &'f Type,
    ) -> Result<Value, String> {
        let Base::Item(name) = &ty.base else {
            return self.fixed(&ty.base);
        };
        let row = self.rows.get(name).cloned();
        let item = self.schema.item(row.as_deref().unwrap_or(name));
        let item = item.ok_or("the type is not known")?;
        if item.content.values().is_some() || item.content.union().is_some() {
            return self.fixed(&ty.base);
        }
        let (mut given, mut records) = (Vec::new(), BTreeMap::new());
        for (parameter, argument) in item.content.takes().iter().zip(&ty.args) {
            if is_record(parameter) {
                records.insert(parameter.name.value.clone(), argument.text().value.clone());
            } else if is_used(&item.content, parameter) {
                given.push(scope.integer(argument)?);
            }
        }
        if self.needs_part(item) {
            let part = if self.is_part(holder) {
                "_io"
            } else {
                "part_io"
            };
            given.push(part.to_owned());
        }
        let name = if records.is_empty() {
            self.reference(item)
        } else {
            self.instantiate(item, records)
        };
        Ok(
            json!({ "type": if given.is_empty() { name } else { format!("{name}({})", given.join(", ")) } }),
        )
    }

    /// Adds a type for a sequence of these records: Kaitai's types cannot have types as parameters.
    fn instantiate(&mut self, item: &'f Item, records: BTreeMap<String, String>) -> String {
        let of: Vec<String> = records.values().map(|record| type_name(record)).collect();
        let name = format!("{}_of_{}", type_name(&item.name), of.join("_"));
        if let (Some(sequence), false) = (item.content.sequence(), self.types.contains_key(&name)) {
            let outer = std::mem::replace(&mut self.rows, records);
            let ty = self.sequence(item, sequence);
            self.rows = outer;
            self.types.insert(name.clone(), documented(ty, &item.doc));
        }
        name
    }
}

/// Whether a type has a parameter in Kaitai; for a record, whether conditions of its versions use it.
fn is_used(content: &Content, parameter: &Parameter) -> bool {
    let Some(versioned) = content.versioned() else {
        return true;
    };
    let mut whens = versioned
        .versions
        .iter()
        .filter_map(|version| version.when.as_ref());
    whens.any(|when| when.names(&parameter.name))
}

fn is_record(parameter: &Parameter) -> bool {
    parameter.ty.base == Base::Record
}

/// An enum with the first value of each number; further values with the number are aliases.
fn enumeration(values: &Enum) -> Value {
    let (mut map, mut taken) = (Map::new(), BTreeSet::new());
    for value in values.without_markers() {
        let key = value.value.to_string();
        if !map.contains_key(&key) {
            let id = value_name(&value.name, &mut taken);
            map.insert(key, json!({ "id": id, "doc": value.doc }));
        }
    }
    map.into()
}

/// Adds a description to a map without one.
pub(super) fn documented(mut map: Value, doc: &str) -> Value {
    if map.get("doc").is_none() {
        map["doc"] = doc.into();
    }
    map
}
