//! The sources of inputs: the files of the repository, and those of a larger corpus.

use std::collections::BTreeMap;
use std::path::Path;

use dxc_format::{Container, FourCC, PartView, pdb};

/// The maximum size of a part that is used as a seed: the bytes after the header of a program are only copied.
pub(crate) const LARGEST: usize = 4096;

/// All seeds.
#[derive(Default)]
pub struct Seeds {
    /// Containers.
    pub containers: Vec<Vec<u8>>,
    /// Shaders that are stages of pipelines.
    pub stages: Vec<Vec<u8>>,
    /// The parts of containers, by FourCC.
    pub parts: BTreeMap<FourCC, Vec<Vec<u8>>>,
    /// PDB files, which debug builds embed in private data.
    pub pdbs: Vec<Vec<u8>>,
    /// Root signatures as HLSL.
    pub hlsl: Vec<String>,
    /// Files of HLSL with root signatures.
    pub files: Vec<String>,
    /// Schemas.
    pub schemas: Vec<String>,
    /// Tables in LLVM's format.
    pub tables: Vec<String>,
}

impl Seeds {
    /// Loads the seeds of the repository, and of the larger corpus that `DXC_CORPUS` names.
    pub fn load() -> Self {
        let folders = ["dxc", "crafted", "debug"].map(|folder| tests::data().join(folder));
        let larger = ["dxc", "real", "crafted", "hostile"]
            .into_iter()
            .filter_map(tests::corpus);
        let paths = folders
            .into_iter()
            .chain(larger)
            .flat_map(|folder| tests::containers(&folder));
        let files = paths.filter_map(|path| std::fs::read(path).ok());
        let mut seeds = Self {
            containers: files.filter(|file| file.len() < 16 * LARGEST).collect(),
            ..Self::default()
        };
        for file in &seeds.containers {
            let Ok(container) = Container::parse(file) else {
                continue;
            };
            let pdbs = container.parts().filter(|part| pdb::is_pdb(part.data));
            seeds.pdbs.extend(pdbs.map(|part| part.data.to_vec()));
            for part in container.parts().filter(|part| part.data.len() <= LARGEST) {
                let is_typed =
                    PartView::parse(part.fourcc, part.data).is_ok_and(|part| part.is_typed());
                if is_typed {
                    seeds
                        .parts
                        .entry(part.fourcc)
                        .or_default()
                        .push(part.data.to_vec());
                }
            }
        }
        for parts in seeds.parts.values_mut() {
            parts.sort_unstable();
            parts.dedup();
        }
        seeds.containers.retain(|file| file.len() <= LARGEST);
        let folders = ["linkage/dxc", "linkage/fxc"].map(|folder| tests::data().join(folder));
        let stages = folders.iter().flat_map(|folder| tests::containers(folder));
        seeds.stages = stages.filter_map(|path| std::fs::read(path).ok()).collect();
        let root = tests::root();
        seeds.hlsl = texts(&root.join("dxc-format/tests/data/hlsl"), "txt");
        for extension in ["hlsl", "hlsli", "fxh"] {
            seeds
                .files
                .extend(texts(&root.join("dxc-format/tests/data"), extension));
        }
        seeds.schemas = texts(&root.join("schema"), "toml");
        seeds
            .schemas
            .extend(texts(&root.join("tests/features/schema"), "toml"));
        seeds
            .schemas
            .extend(texts(&root.join("tests/mistakes"), "toml"));
        seeds.tables = texts(&root.join("tests/soak/seeds/import"), "def");
        seeds
    }
}

/// The texts in a folder and its subfolders, sorted by name.
pub(crate) fn texts(folder: &Path, extension: &str) -> Vec<String> {
    let paths = tests::files_below(folder).into_iter();
    let paths = paths.filter(|path| path.extension().is_some_and(|found| found == extension));
    paths
        .filter_map(|path| std::fs::read_to_string(path).ok())
        .collect()
}
