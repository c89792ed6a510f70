//! The interface of the page, compiled to WebAssembly.

use wasm_bindgen::prelude::wasm_bindgen;

use dxobj_report::File;

/// The files of a pipeline, in any order.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct Stages(Vec<File>);

#[wasm_bindgen]
impl Stages {
    /// Creates a pipeline without files.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file.
    pub fn add(&mut self, name: &str, bytes: Vec<u8>) {
        self.0.push(File::open(name, bytes));
    }

    /// The stages side by side, as HTML.
    pub fn html(&self) -> Result<String, String> {
        crate::pipeline(&self.0)
    }
}

/// A file that the page has open.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Opened(File);

#[wasm_bindgen]
impl Opened {
    /// Opens a file.
    #[wasm_bindgen(constructor)]
    pub fn new(name: &str, bytes: Vec<u8>) -> Self {
        Self(File::open(name, bytes))
    }

    /// The bytes of the container.
    pub fn bytes(&self) -> Vec<u8> {
        self.0.bytes().to_vec()
    }

    /// The summary of the file, as JSON.
    pub fn summary(&self) -> String {
        self.0.summary().to_string()
    }

    /// The fields of a section, as JSON.
    pub fn fields(&self, section: usize) -> String {
        self.0.fields(section)
    }

    /// The file in which a field has another value.
    pub fn edit(
        &self,
        part: usize,
        path: &str,
        bits: Option<String>,
        text: &str,
    ) -> Result<Self, String> {
        self.0.edit(part, path, bits.as_deref(), text).map(Self)
    }

    /// The differences to another file, as JSON.
    pub fn differences(&self, other: &Self) -> String {
        serde_json::Value::from(self.0.differences(&other.0)).to_string()
    }
}
