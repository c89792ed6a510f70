//! Describes the fields of sequences.

use serde_json::{Map, Value, json};

use super::Exporter;
use super::expressions::{Scope, known_name};
use super::names::field_name;
use super::types::documented;
use dxc_codegen::expression::Expression;
use dxc_codegen::model::{Base, Enum, Field, Item, Struct};

/// The number of remaining bytes of a stream.
const LEFT: &str = "(_io.size - _io.pos)";

/// The description of a sequence under construction.
#[derive(Default)]
struct Parts {
    seq: Vec<Value>,
    instances: Map<String, Value>,
    /// The fields that are omitted.
    omitted: Vec<String>,
    /// Whether a field at an offset came before: Kaitai knows no offset for the fields after it.
    has_placed: bool,
}

impl Parts {
    /// Adds padding up to a multiple, as far as there are bytes. The multiple is relative to the structure's offset in
    /// its part.
    fn pad(&mut self, align: u64, is_part: bool) {
        let at = if is_part {
            "_io.pos"
        } else {
            let is = || json!({ "value": "_io.pos" });
            let start = self.instances.entry("start_of_self");
            start.or_insert_with(is);
            "(_io.pos - start_of_self)"
        };
        let size = format!("({align} - {at} % {align}) % {align}");
        let padding = json!({ "size": size, "if": format!("{size} <= {LEFT}") });
        self.seq.push(padding);
    }

    /// Returns the contiguous fields. Kaitai computes their offsets on first use.
    fn seq(&mut self) -> Vec<Value> {
        let mut seq = std::mem::take(&mut self.seq);
        if self.instances.contains_key("start_of_self") {
            seq.insert(0, json!({ "size": 0, "if": "start_of_self >= 0" }));
        }
        seq
    }
}

impl<'f> Exporter<'f> {
    pub(super) fn sequence(&mut self, item: &'f Item, sequence: &'f Struct) -> Value {
        let mut parts = Parts::default();
        for field in &sequence.fields {
            if !field.has_name_and_type() {
                if let Some(align) = field.align.as_ref().filter(|_| !parts.has_placed) {
                    parts.pad(align.unsigned(), self.is_part(item));
                }
                continue;
            }
            let name = &field.name;
            if let Err(why) = self.add(item, sequence, field, name, &mut parts) {
                self.output.omit_field(item, name, why);
                parts.omitted.push(name.value.clone());
                // The offsets of all later fields depend on it.
                parts.has_placed |= field.at.is_none() && field.pool.is_none();
            }
        }
        let omitted = parts
            .omitted
            .iter()
            .map(|name| format!(" Not described: `{name}`."));
        let doc = item.doc.clone() + &omitted.collect::<String>();
        json!({
            "doc": doc,
            "params": self.params(item),
            "seq": parts.seq(),
            "instances": parts.instances,
        })
    }

    fn add(
        &mut self,
        item: &'f Item,
        sequence: &'f Struct,
        field: &'f Field,
        name: &'f str,
        parts: &mut Parts,
    ) -> Result<(), String> {
        if field.pool.is_some() {
            return Err("its elements are found by references alone".to_owned());
        }
        if field.at.is_none() && parts.has_placed {
            return Err("it follows a field at an offset".to_owned());
        }
        let omitted = parts.omitted.clone();
        let scope = Scope {
            schema: self.schema,
            parameters: &sequence.takes,
            fields: &sequence.fields,
            omitted: &omitted,
            bound: &[],
        };
        let id = field_name(name);
        if let Some(at) = &field.at {
            let mut map = self.body(item, scope, field)?;
            count_once(&id, field, &mut map, parts);
            map["pos"] = offset(scope, field, at)?.into();
            if !self.is_part(item) {
                map["io"] = "part_io".into();
            }
            parts.instances.insert(id, map);
            parts.has_placed = true;
            return Ok(());
        }
        if let Some(known) = &field.known {
            let instances = self.known(sequence, field, name, known)?;
            parts.instances.extend(instances);
        }
        match &field.each {
            None => {
                let mut map = self.body(item, scope, field)?;
                count_once(&id, field, &mut map, parts);
                map["id"] = id.into();
                parts.seq.push(map);
            }
            Some(each) => {
                let range = each.range();
                let runs = range.and_then(|(index, end)| Some((index, end.number()?)));
                let (index, runs) = runs.ok_or("its number of runs is not fixed")?;
                for value in 0..runs {
                    let bound = &[(index.to_owned(), Ok(value.to_string()))];
                    let mut map = self.body(item, Scope { bound, ..scope }, field)?;
                    map["id"] = format!("{id}_{value}").into();
                    parts.seq.push(map);
                }
            }
        }
        Ok(())
    }

    /// The description of a field without its name and its offset.
    fn body(
        &mut self,
        item: &'f Item,
        scope: Scope<'_>,
        field: &'f Field,
    ) -> Result<Value, String> {
        let base = &field.ty.base;
        let mut map = match base {
            Base::Bytes | Base::Strings => {
                let mut map = json!({});
                let count = field.count.as_ref().ok_or("it has no count")?;
                set_size(&mut map, scope, count)?;
                map
            }
            Base::Lists => {
                let mut map = json!({ "type": "u4" });
                repeat(&mut map, scope, field, Some(4))?;
                map
            }
            Base::CStr => json!({ "terminator": 0, "eos-error": false }),
            base => {
                let mut map = match contents(field) {
                    Some(map) => map,
                    None => self.structure(item, scope, &field.ty)?,
                };
                let size = field.stride.as_ref().or(field.size.as_ref());
                if let Some(size) = size {
                    set_size(&mut map, scope, size)?;
                } else if self.schema.is_by_size(base) {
                    return Err("its size is not known".to_owned());
                }
                if field.count.is_some() {
                    if map.get("repeat").is_some() {
                        return Err("Kaitai has no arrays of arrays".to_owned());
                    }
                    repeat(&mut map, scope, field, self.size(base))?;
                }
                map
            }
        };
        let mut conditions = scope.conditions(field)?;
        if let (Some(null), Some(at)) = (&field.null, &field.at) {
            conditions.push(format!("({} != {null})", scope.integer(at)?));
        }
        if !conditions.is_empty() {
            map["if"] = conditions.join(" and ").into();
        }
        Ok(documented(map, &field.doc))
    }

    /// The size of an integer or a record.
    fn size(&self, base: &Base) -> Option<u64> {
        let is_record = self.schema.record_of(base).is_some();
        let is_sized = is_record || matches!(base, Base::Integer(_) | Base::Signed(_));
        self.schema.size(base).filter(|_| is_sized)
    }

    /// The instances that tell whether a record exists, because an enum in it has a known value: the condition and the
    /// enum.
    fn known(
        &self,
        sequence: &Struct,
        field: &Field,
        name: &str,
        known: &str,
    ) -> Result<[(String, Value); 2], String> {
        let place = self.place_of(sequence, field, known);
        let (at, size, values) = place.ok_or("it depends on a field without a fixed offset")?;
        let has_value = format!("_io.size >= {}", at + size);
        let (is_known, name) = (known_name(name), format!("{}_value", known_name(name)));
        let numbers = values.without_markers();
        let is: Vec<String> = numbers
            .map(|value| format!("{name} == {}", value.value))
            .collect();
        let condition = format!("{has_value} and ({})", is.join(" or "));
        let value = json!({ "pos": at, "type": format!("u{size}"), "if": has_value });
        Ok([(is_known, json!({ "value": condition })), (name, value)])
    }

    /// The offset and the size of an enum in a record, if they do not depend on the file, and its values.
    fn place_of(
        &self,
        sequence: &Struct,
        field: &Field,
        known: &str,
    ) -> Option<(u64, u64, &'f Enum)> {
        let fields = sequence.fields.iter();
        let before = fields.take_while(|other| !std::ptr::eq(*other, field));
        let start = match before.last() {
            Some(before) => before.place.at? + before.place.size?,
            None => 0,
        };
        let record = self.schema.record_of(&field.ty.base)?;
        let selector = record.field(known)?;
        let (at, size) = (start + selector.place.at?, selector.place.size?);
        let of = self.schema.content_of(&selector.ty.base)?.enumeration()?;
        Some((at, size, self.schema.values(of)))
    }
}

/// The constant bytes of an array, which Kaitai's parsers check.
fn contents(field: &Field) -> Option<Value> {
    let bytes = field.is.as_ref()?.bytes()?;
    matches!(field.ty.base, Base::Array(..)).then(|| json!({ "contents": bytes }))
}

/// The expression of an offset in the part's data.
fn offset(scope: Scope<'_>, field: &Field, at: &Expression) -> Result<String, String> {
    let at = scope.integer(at)?;
    let Some(from) = &field.from else {
        return Ok(at);
    };
    match scope.find(from).and_then(|from| from.place.at) {
        Some(from) => Ok(format!("{from} + {at}")),
        None => Err("it is at an offset from a field without a fixed offset".to_owned()),
    }
}

fn set_size(map: &mut Value, scope: Scope<'_>, size: &Expression) -> Result<(), String> {
    if size.is_rest() {
        map["size-eos"] = true.into()
    } else {
        map["size"] = scope.integer(size)?.into()
    }
    Ok(())
}

fn repeat(
    map: &mut Value,
    scope: Scope<'_>,
    field: &Field,
    size: Option<u64>,
) -> Result<(), String> {
    let count = field.count.as_ref().ok_or("it has no count")?;
    let rest = |size: String| format!("{LEFT} / {size}");
    let count = match (count.is_rest(), &field.stride, size) {
        (true, Some(stride), _) => Some(rest(scope.integer(stride)?)),
        (true, None, Some(size)) => Some(rest(size.to_string())),
        (true, None, None) => None,
        _ => Some(scope.integer(count)?),
    };
    map["repeat"] = if count.is_some() { "expr" } else { "eos" }.into();
    if let Some(count) = count {
        map["repeat-expr"] = count.into();
    }
    Ok(())
}

/// Computes the number of elements up to the end in an instance: loops of JavaScript evaluate `repeat-expr` before each
/// element, and the number of remaining bytes decreases.
fn count_once(id: &str, field: &Field, map: &mut Value, parts: &mut Parts) {
    let is_rest = field.count.as_ref().is_some_and(Expression::is_rest);
    if let Some(count) = map.get_mut("repeat-expr").filter(|_| is_rest) {
        let name = format!("count_of_{id}");
        let is = json!({ "value": count.take() });
        *count = name.clone().into();
        parts.instances.insert(name, is);
    }
}
