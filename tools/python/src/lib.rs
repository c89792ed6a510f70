//! The native module of the Python package `dxobj`. The package in `python/dxobj` is the public interface: it calls these
//! functions with bytes, and decodes the JSON that they return.

use std::ffi::OsString;
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use dxc_document::Document;
use dxc_format::{
    Builder, Container, DigestPolicy, Error, FourCC, PartInfo, PartView, Strip, TableStyle,
};
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// The message, part, field and offset of an error.
type Located = (String, Option<String>, Option<String>, usize);

/// A part: FourCC, name, offset in the file, size.
type PartRow = (String, Option<&'static str>, usize, usize);

/// The exit status, the output and the messages of a command.
type Printed = (u8, Py<PyBytes>, Vec<String>);

/// An error of the library as the arguments of `dxobj.FormatError`.
fn located(error: &Error) -> Located {
    (
        error.to_string(),
        error.part().map(|part| part.to_string()),
        (!error.path().is_empty()).then(|| error.path().to_owned()),
        error.file_offset(),
    )
}

fn refused(error: impl ToString) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Runs a command of `dxobj` that reads one file, with these bytes as the file.
#[pyfunction]
fn run(py: Python<'_>, words: Vec<String>, data: &[u8]) -> Printed {
    let printed = py.detach(|| {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        dxobj::printed(&words, data.to_vec())
    });
    returned(py, printed)
}

/// Runs `dxobj pipeline` with options on shaders, each of which has a name and its bytes. `root_signature` is the content
/// of an RTS0 part.
#[pyfunction]
fn pipeline(
    py: Python<'_>,
    options: Vec<String>,
    shaders: Vec<(String, Vec<u8>)>,
    root_signature: Option<&[u8]>,
) -> Printed {
    let printed = py.detach(|| {
        let options: Vec<&str> = options.iter().map(String::as_str).collect();
        dxobj::printed_pipeline(&options, shaders, root_signature)
    });
    returned(py, printed)
}

fn returned(py: Python<'_>, printed: dxobj::Printed) -> Printed {
    let output = PyBytes::new(py, &printed.output).unbind();
    (printed.status, output, printed.messages)
}

/// Runs the command line, and returns its exit status.
#[pyfunction]
fn main(py: Python<'_>, words: Vec<String>) -> u8 {
    py.detach(|| {
        let words: Vec<OsString> = words.into_iter().map(Into::into).collect();
        dxobj::run_line(&words)
    })
}

/// The blocks of output that wait for the interpreter.
const MOST_BLOCKS: usize = 8;

/// The output of a command that prints lines of JSON, in blocks of whole lines. The command runs in a thread of its own, and
/// reads files in further threads.
#[pyclass]
struct Lines {
    blocks: Mutex<Option<Receiver<Vec<u8>>>>,
    command: Mutex<Option<JoinHandle<Result<u8, String>>>>,
}

#[pymethods]
impl Lines {
    /// Starts a command.
    #[new]
    fn new(words: Vec<OsString>) -> Self {
        let (sender, blocks) = sync_channel(MOST_BLOCKS);
        let command = thread::spawn(move || {
            let mut begun = Vec::new();
            dxobj::run_lines(&words, move |bytes| {
                begun.extend_from_slice(bytes);
                let Some(end) = begun.iter().rposition(|byte| *byte == b'\n') else {
                    return true;
                };
                let rest = begun.split_off(end + 1);
                sender.send(std::mem::replace(&mut begun, rest)).is_ok()
            })
        });
        Self {
            blocks: Mutex::new(Some(blocks)),
            command: Mutex::new(Some(command)),
        }
    }

    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Py<PyBytes>>> {
        let block = py.detach(|| self.next_block()).map_err(refused)?;
        Ok(block.map(|block| PyBytes::new(py, &block).unbind()))
    }

    /// Ends the command: it processes no further file.
    fn close(&self) {
        self.blocks
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
    }
}

impl Lines {
    /// The next block; after the last one, the message of a command that could not be run.
    fn next_block(&self) -> Result<Option<Vec<u8>>, String> {
        let blocks = self.blocks.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(block) = blocks.as_ref().and_then(|blocks| blocks.recv().ok()) {
            return Ok(Some(block));
        }
        let mut command = self.command.lock().unwrap_or_else(PoisonError::into_inner);
        match command.take().map(JoinHandle::join) {
            Some(Ok(Err(message))) => Err(message),
            Some(Err(_)) => Err("the command failed".into()),
            Some(Ok(Ok(_))) | None => Ok(None),
        }
    }
}

/// The first problem of a container: of its header and directory, and of its parts if `parts` is set.
#[pyfunction]
fn problem(py: Python<'_>, data: &[u8], parts: bool) -> Option<Located> {
    py.detach(|| {
        let container = match Container::parse(data) {
            Ok(container) => container,
            Err(error) => return Some(located(&error)),
        };
        let mut read = container.parts().filter(|_| parts).map(|part| {
            let view = PartView::parse(part.fourcc, part.data).map(drop);
            view.map_err(|error| error.within_part(part.fourcc, part.data_offset))
        });
        read.find_map(|read| read.err().map(|error| located(&error)))
    })
}

/// The parts of a container.
#[pyfunction]
fn parts(data: &[u8]) -> PyResult<Vec<PartRow>> {
    let container = Container::parse(data).map_err(refused)?;
    let rows = container.parts().map(|part| {
        let info = PartInfo::find(part.fourcc, part.data);
        let name = info.map(|info| info.name);
        (part.fourcc.to_string(), name, part.offset, part.data.len())
    });
    Ok(rows.collect())
}

/// The content of a part.
#[pyfunction]
fn part<'py>(py: Python<'py>, data: &[u8], index: usize) -> PyResult<Bound<'py, PyBytes>> {
    let container = Container::parse(data).map_err(refused)?;
    let part = container.part(index);
    let part = part.ok_or_else(|| PyKeyError::new_err(format!("no part {index}")))?;
    Ok(PyBytes::new(py, part.data))
}

/// A container with edits, as bytes; `edit` changes its parts.
fn edited<'py>(
    py: Python<'py>,
    data: &[u8],
    edit: impl FnOnce(&mut Builder<'_>) -> PyResult<()> + Send,
) -> PyResult<Bound<'py, PyBytes>> {
    let bytes = py.detach(|| {
        let mut builder = Container::parse(data).map_err(refused)?.to_builder();
        edit(&mut builder)?;
        builder.to_bytes().map_err(refused)
    })?;
    Ok(PyBytes::new(py, &bytes))
}

/// A container with another content of part `index`, or with a new part if there is no index.
#[pyfunction]
#[pyo3(signature = (data, index, fourcc, content))]
fn set<'py>(
    py: Python<'py>,
    data: &[u8],
    index: Option<usize>,
    fourcc: &str,
    content: &[u8],
) -> PyResult<Bound<'py, PyBytes>> {
    let fourcc: FourCC = fourcc
        .parse()
        .map_err(|_| refused(format!("`{fourcc}` is not a FourCC")))?;
    edited(py, data, |builder| {
        match index.and_then(|index| builder.parts_mut().get_mut(index)) {
            Some(part) => part.data = content.to_vec().into(),
            None => builder.set(fourcc, content.to_vec()),
        }
        Ok(())
    })
}

/// A container without part `index`.
#[pyfunction]
fn remove<'py>(py: Python<'py>, data: &[u8], index: usize) -> PyResult<Bound<'py, PyBytes>> {
    edited(py, data, |builder| {
        builder.remove_at(index);
        Ok(())
    })
}

/// A container without the parts of some kinds.
#[pyfunction]
fn strip<'py>(py: Python<'py>, data: &[u8], kinds: Vec<String>) -> PyResult<Bound<'py, PyBytes>> {
    edited(py, data, |builder| {
        for kind in &kinds {
            let kind = match kind.as_str() {
                "debug" => Strip::Debug,
                "reflection" => Strip::Reflection,
                "root_signature" => Strip::RootSignature,
                "private" => Strip::Private,
                other => return Err(refused(format!("`{other}` is not a kind of parts"))),
            };
            builder.strip(kind);
        }
        Ok(())
    })
}

/// A container with the digest of its content.
#[pyfunction]
fn sign<'py>(py: Python<'py>, data: &[u8]) -> PyResult<Bound<'py, PyBytes>> {
    edited(py, data, |builder| {
        builder.set_digest(DigestPolicy::Recompute);
        Ok(())
    })
}

/// The container that a document in JSON or YAML describes.
#[pyfunction]
fn build<'py>(py: Python<'py>, document: &str) -> PyResult<Bound<'py, PyBytes>> {
    let bytes = py.detach(|| {
        let document = Document::from_yaml(document).map_err(refused)?;
        document.to_bytes(TableStyle::Dxc).map_err(refused)
    })?;
    Ok(PyBytes::new(py, &bytes))
}

/// The native functions.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    // The FourCC of root signatures.
    module.add("RTS0", dxc_format::parts::RTS0.to_string())?;
    module.add_class::<Lines>()?;
    module.add_function(wrap_pyfunction!(run, module)?)?;
    module.add_function(wrap_pyfunction!(pipeline, module)?)?;
    module.add_function(wrap_pyfunction!(main, module)?)?;
    module.add_function(wrap_pyfunction!(problem, module)?)?;
    module.add_function(wrap_pyfunction!(parts, module)?)?;
    module.add_function(wrap_pyfunction!(part, module)?)?;
    module.add_function(wrap_pyfunction!(set, module)?)?;
    module.add_function(wrap_pyfunction!(remove, module)?)?;
    module.add_function(wrap_pyfunction!(strip, module)?)?;
    module.add_function(wrap_pyfunction!(sign, module)?)?;
    module.add_function(wrap_pyfunction!(build, module)?)
}
