//! Finds the lines of HLSL that declare the fields of findings, from debug information.

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use dxc_format::rdat::RuntimeDataView;
use dxc_format::{Container, Result, parts};
use dxil::{Declaration, DxilModule};

use crate::bindings::Binding;
use crate::finding::PartPath;

/// The maximum length of a path or name in bytes. A longer one is not copied, since many fields may reference it.
const MOST_NAME: usize = 4096;

/// A line of HLSL.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SourceLine {
    /// The path of the file, as the compiler received it.
    pub file: String,
    /// The number of the line, from 1.
    pub line: u32,
}

/// For each field of a part, returns the line of HLSL that declares its resource or function. Other fields of a shader
/// get the line of its entry function. The result is `None` if the container has no debug information, or if it does
/// not have the line.
///
/// # Errors
/// If a program, or the part that stores the bindings, cannot be read.
pub fn source_lines(
    container: &Container<'_>,
    fields: &[PartPath],
) -> Result<Vec<Option<SourceLine>>> {
    let mut names = Vec::new();
    let mut known = BTreeMap::new();
    for (part, program) in crate::programs(container)? {
        let module = crate::programs::read_module(part, &program)?;
        if module.module.declarations().next().is_none() {
            continue;
        }
        let sources = Names::read(container, &module)?;
        names.extend(fields.iter().map(|field| sources.find(field)));
        known = lines(&module, &names);
        break;
    }
    names.resize(fields.len(), None);
    let lines = names.iter().map(|name| known.get(name.as_ref()?).cloned());
    Ok(lines.collect())
}

/// The lines of the declarations with these names.
fn lines(module: &DxilModule<'_>, names: &[Option<String>]) -> BTreeMap<String, SourceLine> {
    let mut unknown: BTreeMap<&[u8], &String> = BTreeMap::new();
    let wanted = names.iter().flatten();
    unknown.extend(wanted.map(|name| (name.as_bytes(), name)));
    let mut known = BTreeMap::new();
    for declaration in module.module.declarations() {
        let Declaration { file, line, .. } = declaration;
        if line == 0 || file.is_empty() || file.len() > MOST_NAME {
            continue;
        }
        let scope = scope_of(declaration.linkage_name);
        for name in [declaration.name, declaration.linkage_name, scope] {
            if let Some(name) = unknown.remove(name) {
                let file = String::from_utf8_lossy(file).into_owned();
                known.insert(name.clone(), SourceLine { file, line });
            }
        }
    }
    known
}

/// The scope of a mangled name: `Frame` in `?time@Frame@@3MB`. Empty if there is none.
fn scope_of(linkage_name: &[u8]) -> &[u8] {
    let mut names = linkage_name.split(|byte| *byte == b'@');
    names.nth(1).unwrap_or_default()
}

/// The names of the resources and functions that fields belong to.
struct Names<'a, 'm> {
    module: &'m DxilModule<'m>,
    library: Option<RuntimeDataView<'a>>,
    bindings: Vec<Binding<'a>>,
}

impl<'a, 'm> Names<'a, 'm> {
    fn read(container: &Container<'a>, module: &'m DxilModule<'m>) -> Result<Self> {
        Ok(Self {
            module,
            library: container.rdat()?,
            bindings: crate::bindings(container)?.collect(),
        })
    }

    /// The name of the resource or the function that a field belongs to.
    fn find(&self, field: &PartPath) -> Option<String> {
        let index = |list: &str| {
            let (index, _) = field.path.strip_prefix(list)?.split_once(']')?;
            index.parse::<usize>().ok()
        };
        let library = self.library.as_ref();
        let function = library
            .zip(index("functions["))
            .filter(|_| field.part == parts::RDAT);
        let entry = || index("entry_points[").map(|index| self.entry(index));
        let binding = || index("resources[").or_else(|| index("bindings["));
        let name = if let Some((library, index)) = function {
            let function = library.functions().into_iter().nth(index)?;
            Cow::Borrowed(library.lookup().string(function.name)?)
        } else if let Some(entry) = entry() {
            entry?.into()
        } else if let Some(name) =
            binding().and_then(|index| self.bindings.get(index)?.name.as_deref())
        {
            name.into()
        } else if self.module.entry_points.len() == 1 {
            self.entry(0)?.into()
        } else {
            return None;
        };
        (name.len() <= MOST_NAME).then(|| name.into_owned())
    }

    fn entry(&self, index: usize) -> Option<&str> {
        Some(&self.module.entry_points.get(index)?.name)
    }
}
