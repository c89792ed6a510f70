//! The interface of the npm package, compiled to WebAssembly.

use dxc_format::runtime::shape::Shape;
use dxc_format::{Limits, types::FieldValue};
use serde_json::{Value, json};
use wasm_bindgen::prelude::{JsError, JsValue, wasm_bindgen};

use dxobj_report::fields::{editor, field_values, stage};
use dxobj_report::instructions::shortened;
use dxobj_report::{File, cut, reflection};

/// The types of the values that methods return.
#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("../npm/types.d.ts");

#[wasm_bindgen]
extern "C" {
    /// Creates objects from JSON.
    #[wasm_bindgen(js_namespace = JSON)]
    fn parse(text: &str) -> JsValue;
}

fn object(value: &Value) -> JsValue {
    parse(&value.to_string())
}

fn error(problem: impl ToString) -> JsError {
    JsError::new(&problem.to_string())
}

/// A DXContainer. `free()`, `using` or the garbage collector releases its memory.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Container(File);

/// Opens a container, a PDB file of DXC, a YAML document, or HLSL with a root signature: the format is detected.
/// Throws an error with a message if the file cannot be read.
#[wasm_bindgen]
pub fn open(bytes: Vec<u8>) -> Result<Container, JsError> {
    let file = File::open("file", bytes);
    match file.problem() {
        Some(problem) => Err(error(problem)),
        None => Ok(Container(file)),
    }
}

impl Container {
    fn parsed(&self) -> Result<dxc_format::Container<'_>, JsError> {
        dxc_format::Container::parse(self.0.bytes()).map_err(error)
    }

    /// The index of a part that is given as its index or its FourCC.
    fn part_index(&self, part: &JsValue) -> Result<usize, JsError> {
        let container = self.parsed()?;
        let found = match (part.as_f64(), part.as_string()) {
            (Some(number), _) => (0..container.parts().len()).find(|index| *index as f64 == number),
            (None, Some(fourcc)) => container
                .parts()
                .position(|part| part.fourcc.to_string() == fourcc),
            (None, None) => return Err(error("a part is an index or a FourCC")),
        };
        let name = || {
            part.as_string()
                .or(part.as_f64().map(|index| index.to_string()))
        };
        found.ok_or_else(|| {
            error(format_args!(
                "the container has no part {}",
                name().unwrap_or_default()
            ))
        })
    }
}

#[wasm_bindgen]
impl Container {
    /// The bytes of the container.
    pub fn bytes(&self) -> Vec<u8> {
        self.0.bytes().to_vec()
    }

    /// The parts, in the order of the file.
    #[wasm_bindgen(unchecked_return_type = "Part[]")]
    pub fn parts(&self) -> Result<JsValue, JsError> {
        let container = self.parsed()?;
        let parts = container.parts().map(|part| {
            let about = dxc_format::PartInfo::find(part.fourcc, part.data);
            json!({
                "fourcc": part.fourcc.to_string(),
                "name": about.map(|about| about.name),
                "offset": part.offset,
                "size": part.data.len(),
                "typed": about.is_some_and(|about| about.holds.is_some()),
            })
        });
        Ok(object(&parts.collect()))
    }

    /// The fields of a part, which is given as its FourCC or its index. Throws an error if the part cannot be read.
    #[wasm_bindgen(unchecked_return_type = "Field[]")]
    pub fn fields(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string | number")] part: &JsValue,
    ) -> Result<JsValue, JsError> {
        let index = self.part_index(part)?;
        let part = self.parsed()?.part(index);
        let part = part.ok_or_else(|| error("the container has no such part"))?;
        let limits = Limits::of_input(part.data.len());
        let (field_values, problem, left_out) =
            field_values(stage(self.0.bytes()), part.fourcc, part.data, &limits);
        if let Some(problem) = problem {
            return Err(error(problem));
        }
        if left_out > 0 {
            return Err(error(format_args!("{left_out} fields exceed the limits")));
        }
        Ok(object(&field_values.iter().flat_map(fields).collect()))
    }

    /// A new container in which a field has another value, with offsets and digest recomputed. `value` is a number, or
    /// the name of a value or of flags (`A | B`). Throws an error if the field cannot have the value.
    pub fn edit(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string | number")] part: &JsValue,
        path: &str,
        #[wasm_bindgen(unchecked_param_type = "string | number | bigint | boolean")]
        value: &JsValue,
    ) -> Result<Self, JsError> {
        let index = self.part_index(part)?;
        let text = value.as_string();
        let text = text.or_else(|| value.as_bool().map(|truth| truth.to_string()));
        let text = text.or_else(|| value.as_f64().map(|number| number.to_string()));
        let text = text.or_else(|| Some(u64::try_from(value.clone()).ok()?.to_string()));
        let text = text.ok_or_else(|| error("a value is a text or a number"))?;
        let edited = self.0.edit(index, path, None, &text);
        // A packed field's name follows the name of the field that contains it.
        let edited = match (edited, path.rsplit_once('.')) {
            (Err(problem), Some((outer, bits))) => {
                let edited = self.0.edit(index, outer, Some(bits), &text);
                edited.map_err(|inner| {
                    if self.has_field(index, outer) {
                        inner
                    } else {
                        problem
                    }
                })
            }
            (edited, _) => edited,
        };
        edited.map(Self).map_err(error)
    }

    fn has_field(&self, part: usize, path: &str) -> bool {
        let Ok(container) = self.parsed() else {
            return false;
        };
        container.part(part).is_some_and(|part| {
            let (field_values, _, _) =
                field_values(stage(self.0.bytes()), part.fourcc, part.data, &Limits::NONE);
            field_values
                .iter()
                .any(|field_value| field_value.path() == path && field_value.has_bits())
        })
    }

    /// The differences to another container, field by field.
    #[wasm_bindgen(unchecked_return_type = "Difference[]")]
    pub fn differences(&self, other: &Self) -> JsValue {
        object(&Value::from(self.0.differences(&other.0)))
    }

    /// The reflection of the shader: resources, buffers, signatures and functions. `undefined` if no part has any.
    #[wasm_bindgen(unchecked_return_type = "Reflection | undefined")]
    pub fn reflect(&self) -> Result<JsValue, JsError> {
        let limits = Limits::of_input(self.0.bytes().len());
        let read = self.parsed()?;
        let read = dxc_shader::reflect_within(&read, &reflection::limits(&limits));
        let read = read.map_err(error)?;
        Ok(read.map_or(JsValue::UNDEFINED, |mut read| {
            let is_cut = cut::cut(&mut read, limits.output);
            // Serializing texts and numbers cannot fail.
            let mut value = serde_json::to_value(&read).unwrap_or_default();
            if is_cut {
                value["cut"] = true.into();
            }
            object(&value)
        }))
    }

    /// The text that `dxc -dumpbin` or `fxc /dumpbin` prints, without the instructions of DXIL. `undefined` if no part
    /// holds a program.
    pub fn dump(&self) -> Result<Option<String>, JsError> {
        let container = self.parsed()?;
        let limits = Limits::of_input(self.0.bytes().len());
        if let Some(dump) = dxc_shader::dump(&container).map_err(error)? {
            return Ok(Some(shortened(&dump, limits.output).0));
        }
        let listing = dxc_shader::assembly::listing(&container).map_err(error)?;
        Ok(listing.map(|listing| shortened(&listing, limits.output).0))
    }
}

/// The values of a field and of the fields that are packed into it.
fn fields(field_value: &FieldValue<'_>) -> Vec<Value> {
    let is_editable = |shape: Option<Shape>| {
        let is_single = shape.is_some_and(|shape| !editor(shape).0.is_empty());
        is_single && !field_value.is_computed() && !field_value.is_resolved()
    };
    let mut fields = vec![json!({
        "path": field_value.path(),
        "offset": field_value.offset(),
        "size": field_value.size(),
        "value": field_value.text(),
        "editable": is_editable(field_value.shape()),
    })];
    let Some(Shape::Bits(table)) = field_value.shape() else {
        return fields;
    };
    for (name, text) in field_value.bits() {
        let field = table.fields.iter().find(|field| field.name == name);
        fields.push(json!({
            "path": format!("{}.{name}", field_value.path()),
            "offset": field_value.offset(),
            "size": field_value.size(),
            "value": text,
            "editable": is_editable(field.map(|field| field.shape)),
            "bits": field.map(|field| [field.at, field.bits]),
        }));
    }
    fields
}
