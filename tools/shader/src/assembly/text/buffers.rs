//! Prints the buffers of RDEF in FXC's format.

use core::fmt;

use dxc_format::rdef::{
    ConstantBufferType, ConstantBufferView, ResourceDefinitionsView, ShaderVariableClass,
    ShaderVariableFlags, Type, TypeView, VariableView,
};
use dxc_format::types::PoolView;
use dxc_text::Printable;

/// The column in which offsets begin.
const COLUMN: usize = 38;

/// The maximum nesting of structures.
const DEPTH: usize = 16;

/// Prints the buffers of RDEF.
pub(super) fn write_buffers(
    f: &mut dyn fmt::Write,
    reflection: &ResourceDefinitionsView<'_>,
) -> fmt::Result {
    let buffers = reflection.constant_buffers();
    if buffers.is_empty() {
        return Ok(());
    }
    f.write_str("// Buffer Definitions: \n//\n")?;
    let printer = Printer {
        types: reflection.types(),
    };
    for buffer in buffers {
        // FXC omits a buffer without variables.
        if !buffer.variables.is_empty() {
            printer.write_buffer(f, &buffer)?;
        }
    }
    f.write_str("//\n")
}

struct Printer<'a> {
    types: PoolView<'a, Type>,
}

/// A variable or a member of a structure.
struct Declared<'n> {
    name: &'n str,
    type_index: u32,
    offset: u32,
    /// The size; only for a variable.
    size: Option<u32>,
    is_unused: bool,
}

impl Printer<'_> {
    fn write_buffer(&self, f: &mut dyn fmt::Write, buffer: &ConstantBufferView<'_>) -> fmt::Result {
        let kind = match buffer.kind {
            ConstantBufferType::TBUFFER => "tbuffer",
            ConstantBufferType::INTERFACE_POINTERS => "interfaces",
            ConstantBufferType::RESOURCE_BIND_INFO => "Resource bind info for",
            ConstantBufferType::CBUFFER => "cbuffer",
            _ => "<unknown buffer type>",
        };
        let name = Printable(buffer.name.as_str().unwrap_or("?"));
        write!(f, "// {kind} {name}\n// {{\n//\n")?;
        for (place, variable) in buffer.variables.iter().enumerate() {
            let declared = Declared {
                name: variable.name.as_str().unwrap_or("?"),
                type_index: variable.type_index,
                offset: variable.offset,
                size: Some(variable.size),
                is_unused: !variable.flags.contains(ShaderVariableFlags::USED),
            };
            self.write_declared(f, &declared, 1, place == 0)?;
            write_default(f, &variable)?;
            write_slots(f, &variable)?;
        }
        f.write_str("//\n// }\n//\n")
    }

    fn write_declared(
        &self,
        f: &mut dyn fmt::Write,
        declared: &Declared<'_>,
        depth: usize,
        is_first: bool,
    ) -> fmt::Result {
        let indent = 4 * depth - 1;
        let shape = self.types.get(declared.type_index);
        let members = shape
            .as_ref()
            .filter(|shape| shape.class == ShaderVariableClass::STRUCT);
        let head = match (&shape, members) {
            (Some(shape), Some(_)) if depth < DEPTH => {
                let newline = if is_first { "" } else { "\n" };
                if !is_first {
                    write!(f, "//{:indent$}", "")?;
                }
                let name = shape.name.as_str().unwrap_or_default();
                let blank = if name.is_empty() { "" } else { " " };
                writeln!(
                    f,
                    "{newline}//{:indent$}struct{blank}{}",
                    "",
                    Printable(name)
                )?;
                writeln!(f, "//{:indent$}{{", "")?;
                self.write_members(f, shape, declared.offset, depth)?;
                alloc::format!("{:indent$}}} {}", "", Named(declared.name, Some(shape)))
            }
            _ => alloc::format!(
                "{:indent$}{} {}",
                "",
                TypeName(shape.as_ref()),
                Named(declared.name, shape.as_ref())
            ),
        };
        let head = alloc::format!("{head};");
        write!(f, "//{head:<COLUMN$}// Offset: {:>4}", declared.offset)?;
        if let Some(size) = declared.size {
            write!(f, " Size: {size:>5}")?;
        }
        let unused = declared.size.is_some() && declared.is_unused;
        writeln!(f, "{}", if unused { " [unused]" } else { "" })
    }

    fn write_members(
        &self,
        f: &mut dyn fmt::Write,
        shape: &TypeView<'_>,
        offset: u32,
        depth: usize,
    ) -> fmt::Result {
        let indent = 4 * (depth + 1) - 1;
        writeln!(f, "//{:indent$}", "")?;
        for (place, member) in shape.members.iter().enumerate() {
            let declared = Declared {
                name: member.name.as_str().unwrap_or("?"),
                type_index: member.type_index,
                offset: offset.saturating_add(member.offset),
                size: None,
                is_unused: false,
            };
            self.write_declared(f, &declared, depth + 1, place == 0)?;
        }
        f.write_str("//\n")
    }
}

/// Prints the default value, with four 32-bit words in each line.
fn write_default(f: &mut dyn fmt::Write, variable: &VariableView<'_>) -> fmt::Result {
    let (words, _) = variable.default_value.unwrap_or_default().as_chunks::<4>();
    for (place, row) in words.chunks(4).enumerate() {
        f.write_str(if place == 0 {
            "//      = "
        } else {
            "//        "
        })?;
        for word in row {
            write!(f, "0x{:08x} ", u32::from_le_bytes(*word))?;
        }
        f.write_str("\n")?;
    }
    Ok(())
}

/// Prints the registers of the textures and samplers in an instance of a class.
fn write_slots(f: &mut dyn fmt::Write, variable: &VariableView<'_>) -> fmt::Result {
    let kinds = [
        ("Texture:   ", "Textures:  ", 't', variable.textures),
        ("Sampler: ", "Samplers: ", 's', variable.samplers),
    ];
    let mut separator = alloc::format!("{:1$}// ", "", COLUMN + 2);
    let mut has_any = false;
    for (one, several, letter, slots) in kinds {
        let Some(slots) = slots.filter(|slots| slots.count != 0) else {
            continue;
        };
        let first = slots.start;
        match slots.count {
            1 => write!(f, "{separator}{one}{letter}{first}")?,
            count => {
                let last = first.wrapping_add(count - 1);
                write!(f, "{separator}{several}{letter}{first}-{letter}{last}")?;
            }
        }
        separator = ", ".into();
        has_any = true;
    }
    f.write_str(if has_any { "\n" } else { "" })
}

/// A name with the number of its elements. FXC prints an array of one element without a number.
struct Named<'n, 'a>(&'n str, Option<&'n TypeView<'a>>);

impl fmt::Display for Named<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Printable(self.0).fmt(f)?;
        match self.1.map_or(0, |shape| shape.elements) {
            0 | 1 => Ok(()),
            elements => write!(f, "[{elements}]"),
        }
    }
}

/// The name of a type other than a structure.
struct TypeName<'n, 'a>(Option<&'n TypeView<'a>>);

impl fmt::Display for TypeName<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(shape) = self.0 else {
            return f.write_str("?");
        };
        let (rows, columns) = (shape.rows, shape.columns);
        let component = shape.component_type.fxc().unwrap_or("UNKNOWN");
        let name = shape.name.as_str().unwrap_or_default();
        match shape.class {
            ShaderVariableClass::SCALAR => write!(f, "{component}"),
            ShaderVariableClass::VECTOR => write!(f, "{component}{columns}"),
            ShaderVariableClass::MATRIX_ROWS => write!(f, "row_major {component}{rows}x{columns}"),
            ShaderVariableClass::MATRIX_COLUMNS => write!(f, "{component}{rows}x{columns}"),
            ShaderVariableClass::OBJECT => f.write_str(component),
            ShaderVariableClass::INTERFACE_POINTER if name.is_empty() => f.write_str(component),
            ShaderVariableClass::INTERFACE_POINTER => write!(f, "{component} {}", Printable(name)),
            // A structure that is nested too deep; FXC has no name for other classes.
            ShaderVariableClass::STRUCT => write!(f, "struct {}", Printable(name)),
            _ => Ok(()),
        }
    }
}
