//! Compares the program in ILDB, which debuggers read, with the one in DXIL: DXC writes both from one module.

use alloc::format;
use alloc::string::{String, ToString};
use core::fmt::Debug;

use super::rules::PROGRAM_DEBUG;
use super::{Program, unreadable};
use crate::finding::PartPath;
use crate::report::Report;
use dxc_format::Container;
use dxc_format::parts::{DXIL, ILDB};
use dxil::{DxilModule, EntryPoint, Resource, SignatureElement};

impl Program<'_> {
    /// Compares the properties of the shader in both modules. Debug information and names of resources are only in
    /// ILDB, and are not compared.
    pub(super) fn check_debug(&self, container: &Container<'_>, findings: &mut Report) {
        let debug = container.ildb().ok().flatten();
        let Some(debug) = debug.filter(|_| self.part == DXIL) else {
            return;
        };
        let debug = match DxilModule::parse(debug.bitcode()) {
            Ok(debug) => debug,
            Err(error) => {
                let place = PartPath::new(ILDB, "bitcode");
                findings.push(unreadable(place, &error.to_string()));
                return;
            }
        };
        let mut both = Both {
            program: self,
            findings,
        };
        let modules = [&debug, &self.module];
        both.compare("the shader model", "shader_model", modules.map(model));
        both.compare_lists(
            "resources",
            modules.map(|module| &*module.resources),
            resource,
        );
        let counts = modules.map(|module| module.entry_points.len());
        if !both.compare("the number of records", "entry_points", counts) {
            return;
        }
        let entries = debug.entry_points.iter().zip(&self.module.entry_points);
        for (index, (debug, entry)) in entries.enumerate() {
            both.compare_entries(index, [debug, entry]);
        }
    }
}

/// The program, and the findings about its copy in ILDB.
struct Both<'p> {
    program: &'p Program<'p>,
    findings: &'p mut Report,
}

impl Both<'_> {
    /// Compares a value of ILDB with that of the program; returns whether they are equal.
    fn compare<T: Debug + PartialEq>(&mut self, name: &str, path: &str, values: [T; 2]) -> bool {
        let is_equal = values[0] == values[1];
        if !is_equal {
            let pair = self.program.pair(&PROGRAM_DEBUG, (ILDB, path), path);
            let texts = values.map(|value| format!("{value:?}"));
            pair.differ(name, texts.map(unquoted), self.findings);
        }
        is_equal
    }

    /// Compares the values of records, if both lists have the same length.
    fn compare_lists<R, T: Debug + PartialEq>(
        &mut self,
        path: &str,
        lists: [&[R]; 2],
        value: impl Fn(&R) -> T,
    ) {
        if self.compare("the number of records", path, lists.map(<[R]>::len)) {
            let [debug, program] = lists;
            for (index, (debug, program)) in debug.iter().zip(program).enumerate() {
                let values = [debug, program].map(&value);
                self.compare("the record", &format!("{path}[{index}]"), values);
            }
        }
    }

    fn compare_entries(&mut self, index: usize, entries: [&EntryPoint; 2]) {
        let path = |field: &str| format!("entry_points[{index}].{field}");
        let names = entries.map(|entry| &*entry.name);
        self.compare("the entry point", &path("name"), names);
        let flags = entries.map(|entry| entry.shader_flags);
        self.compare("the value", &path("shader_flags"), flags);
        let threads = entries.map(|entry| entry.num_threads);
        self.compare("the value", &path("num_threads"), threads);
        let kinds = entries.map(|entry| entry.shader_kind);
        self.compare("the stage", &path("shader_kind"), kinds);
        let stages = entries.map(|entry| entry.stage.as_ref());
        self.compare("the value", &path("stage"), stages);
        let lists = |list: fn(&EntryPoint) -> &[SignatureElement]| entries.map(list);
        let inputs = lists(|entry| &entry.inputs);
        self.compare_lists(&path("inputs"), inputs, element);
        let outputs = lists(|entry| &entry.outputs);
        self.compare_lists(&path("outputs"), outputs, element);
        let patches = lists(|entry| &entry.patch_constants);
        self.compare_lists(&path("patch_constants"), patches, element);
    }
}

/// A text without quotes and without the name of its type.
fn unquoted(text: String) -> String {
    text.trim_matches('"').into()
}

fn model(module: &DxilModule<'_>) -> String {
    let model = module.shader_model;
    format!(
        "{} {}.{}",
        model.kind, model.version.major, model.version.minor
    )
}

/// The registers of a resource and its kind, without its name.
fn resource(resource: &Resource) -> String {
    let Resource {
        class,
        id,
        space,
        lower_bound,
        range_size,
        kind,
        ..
    } = resource;
    let count = range_size.map_or_else(|| "unbounded".into(), |size| format!("{size}"));
    format!("{class} {id}: {kind}, {count} from register {lower_bound}, space {space}")
}

/// A signature element without its masks.
fn element(element: &SignatureElement) -> String {
    let SignatureElement {
        name,
        semantic,
        indices,
        component_type,
        interpolation,
        rows,
        cols,
        start_row,
        start_col,
        stream,
        ..
    } = element;
    let [row, col] = [*start_row, start_col.map(u32::from)];
    let [row, col] = [row, col].map(|at| at.map_or_else(|| "none".into(), |at| format!("{at}")));
    format!(
        "{name} {indices:?} ({semantic}), {rows} x {cols} {component_type} at row {row}, column {col}, \
         {interpolation}, stream {stream}"
    )
}
