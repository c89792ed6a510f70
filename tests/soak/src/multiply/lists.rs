//! Makes containers of 1 MiB and more by repeating the entries of one list: the memory for them is a multiple of the
//! file, larger than the minimum of the limits.

use dxc_document::Document;
use dxc_format::{Builder, Container, TableStyle};
use serde_json::Value;

use crate::Maker;

/// The sizes of a file, as powers of 2. Without optimizations, a command takes a minute for 16 MiB.
const SIZES: std::ops::Range<u32> = if cfg!(debug_assertions) {
    20..21
} else {
    20..25
};

/// The maximum size of a list in bytes; in larger files, the part is repeated.
const LIST: usize = 2 << 20;

impl Maker<'_> {
    /// A real container, where the entries of one list are repeated: the file has 1 to 16 MiB.
    pub fn long_list(&mut self) -> Vec<u8> {
        let size = 1 << self.rng.u32(SIZES);
        for _ in 0..16 {
            let grown = self.grown(size);
            if let Some(file) = grown.and_then(|file| copied(&file, size)) {
                return file;
            }
        }
        self.multiplied()
    }

    /// A container with a list of this size.
    fn grown(&mut self, size: usize) -> Option<Vec<u8>> {
        let file = self.rng.choice(&self.seeds.containers)?;
        let document = Document::of(&Container::parse(file).ok()?).ok()?;
        let mut document = serde_json::to_value(document).ok()?;
        forget_sizes(&mut document);
        let mut lists = Vec::new();
        find_lists(&document, String::new(), &mut lists);
        let list = self.rng.choice(&lists)?;
        loop {
            let Some(Value::Array(entries)) = document.pointer_mut(list) else {
                return None;
            };
            // The list is too long if its entries have no bytes.
            if entries.len() > LIST {
                return None;
            }
            let all = entries.clone();
            entries.extend((0..3).flat_map(|_| all.clone()));
            let built: Document = serde_json::from_value(document.clone()).ok()?;
            let built = built.to_bytes(TableStyle::Dxc).ok()?;
            if built.len() >= size.min(LIST) {
                return Some(built);
            }
        }
    }
}

/// Repeats the parts of a file up to this size.
fn copied(file: &[u8], size: usize) -> Option<Vec<u8>> {
    let container = Container::parse(file).ok()?;
    let mut builder = Builder::new();
    for _ in 0..size.div_ceil(file.len()) {
        for part in container.parts() {
            builder.push(part.fourcc, part.data);
        }
    }
    builder.to_bytes().ok()
}

/// Removes the sizes and offsets of the original file from its document.
fn forget_sizes(document: &mut Value) {
    let Value::Object(keys) = document else {
        return;
    };
    keys.remove("Header");
    for part in keys
        .get_mut("Parts")
        .and_then(Value::as_array_mut)
        .into_iter()
        .flatten()
    {
        if let Some(part) = part.as_object_mut() {
            part.remove("Size");
        }
    }
}

/// The paths of all lists with records.
fn find_lists(value: &Value, path: String, lists: &mut Vec<String>) {
    match value {
        Value::Object(keys) => {
            for (key, value) in keys {
                find_lists(value, format!("{path}/{key}"), lists);
            }
        }
        Value::Array(entries) => {
            for (index, entry) in entries.iter().enumerate() {
                find_lists(entry, format!("{path}/{index}"), lists);
            }
            if entries.first().is_some_and(Value::is_object) && !path.ends_with("/Parts") {
                lists.push(path);
            }
        }
        _ => {}
    }
}
