//! Describes the container: its header, and its parts by their FourCCs.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::Exporter;
use super::expressions::Scope;
use dxc_codegen::model::Part;

/// The record of the container's header, and the field with the number of its parts.
const HEADER: (&str, &str) = ("Header", "part_count");
const PART_HEADER: (&str, &str, &str) = ("PartHeader", "fourcc", "size");

const ID: &str = "dxcontainer";

impl<'f> Exporter<'f> {
    /// Describes the container, if the schemas have its header.
    pub(super) fn container(&mut self) {
        self.file = "";
        self.imports.clear();
        let items = [HEADER.0, PART_HEADER.0].map(|name| self.schema.item(name));
        let [Some(header), Some(part_header)] = items else {
            return;
        };
        let (header, part_header) = (self.reference(header), self.reference(part_header));
        let data = self.data();
        let description = json!({
            "meta": self.meta(ID),
            "doc": "A DXContainer file: a compiled Direct3D shader.",
            "seq": [
                { "id": "header", "type": header },
                { "id": "offsets", "type": "u4", "repeat": "expr", "repeat-expr": format!("header.{}", HEADER.1),
                  "doc": "The offsets of the parts, from the start of the container." },
            ],
            "instances": { "parts": {
                "type": "part(offsets[_index])", "repeat": "expr", "repeat-expr": format!("header.{}", HEADER.1),
            } },
            "types": { "part": {
                "params": [{ "id": "offset", "type": "u4" }],
                "instances": { "body": { "pos": "offset", "type": "part_body" } },
            }, "part_body": { "seq": [{ "id": "header", "type": part_header }, data] } },
        });
        self.write(ID, &description);
    }

    /// The data of a part, by its FourCC. Only their data distinguishes parts that share a FourCC, which Kaitai cannot
    /// use.
    fn data(&mut self) -> Value {
        let mut parts: BTreeMap<&str, Vec<&Part>> = BTreeMap::new();
        let schema = self.schema;
        for part in &schema.parts {
            for code in &part.codes {
                parts.entry(code).or_default().push(part);
            }
        }
        let mut cases = serde_json::Map::new();
        for (code, parts) in parts {
            let found = match parts[..] {
                [part] => self.part(part),
                _ => Err("other parts have the same FourCC".to_owned()),
            };
            match found {
                Ok(Some(ty)) => {
                    let letters = code.bytes().rev();
                    let number = letters.fold(0, |number, letter| number << 8 | u64::from(letter));
                    cases.insert(number.to_string(), ty.into());
                }
                Ok(None) => {}
                Err(why) => self.output.omit(code, why),
            }
        }
        let (_, fourcc, size) = PART_HEADER;
        json!({
            "id": "data", "size": format!("header.{size}"),
            "type": { "switch-on": format!("header.{fourcc}"), "cases": cases },
        })
    }

    fn part(&mut self, part: &'f Part) -> Result<Option<String>, String> {
        let scope = Scope::new(self.schema, &[]);
        let Some(ty) = &part.ty else { return Ok(None) };
        let item = self
            .schema
            .inner_item(&ty.base)
            .ok_or("the type is not known")?;
        let map = self.structure(item, scope, ty)?;
        Ok(map["type"].as_str().map(str::to_owned))
    }
}
