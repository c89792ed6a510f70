//! Truncates a reflection whose JSON would exceed a limit.

use dxc_shader::reflection::{
    ConstantBuffer, FunctionReflection, Node, NodeIO, ShaderReflection, Signature, Variable,
    VariableType,
};

/// The minimum size of a JSON value with its keys, in bytes.
const ITEM: u64 = 256;

/// The remaining bytes of the limit.
struct Left(u64);

impl Left {
    /// Subtracts bytes; returns false if fewer remain.
    fn take_bytes(&mut self, bytes: usize) -> bool {
        let left = self.0.checked_sub(bytes as u64);
        self.0 = left.unwrap_or(0);
        left.is_some()
    }

    /// Subtracts a value with a text; returns false if fewer bytes remain.
    fn take(&mut self, text: &str) -> bool {
        self.take_bytes(
            text.len()
                .saturating_add(usize::try_from(ITEM).unwrap_or(usize::MAX)),
        )
    }

    /// Truncates a list before the first item that exceeds the limit.
    fn cut<T>(&mut self, items: &mut Vec<T>, mut take: impl FnMut(&mut T, &mut Self) -> bool) {
        if let Some(first) = items.iter_mut().position(|item| !take(item, self)) {
            items.truncate(first);
        }
    }
}

/// Truncates the lists of a reflection so that its JSON has about this many bytes. Returns whether anything was
/// omitted.
pub fn cut(read: &mut ShaderReflection, output: u64) -> bool {
    let left = &mut Left(output);
    left.cut(&mut read.bound_resources, |binding, left| {
        left.take(binding.name.as_deref().unwrap_or_default())
    });
    left.cut(&mut read.constant_buffers, take_buffer);
    left.cut(&mut read.signatures, take_signature);
    left.cut(&mut read.functions, take_function);
    left.0 == 0
}

fn take_buffer(buffer: &mut ConstantBuffer, left: &mut Left) -> bool {
    let is_taken = left.take(&buffer.name);
    if is_taken {
        left.cut(&mut buffer.variables, take_variable);
    }
    is_taken
}

fn take_variable(variable: &mut Variable, left: &mut Left) -> bool {
    let default = variable.default_value.as_ref().map_or(0, Vec::len);
    // Each byte has two hexadecimal digits.
    let digits = default.saturating_mul(2);
    left.take(&variable.name)
        && left.take("")
        && left.take_bytes(digits)
        && take_type(&mut variable.ty, left)
}

fn take_type(ty: &mut VariableType, left: &mut Left) -> bool {
    let is_taken = left.take(&ty.name);
    if is_taken {
        left.cut(&mut ty.members, |member, left| {
            left.take(&member.name) && take_type(&mut member.ty, left)
        });
    }
    is_taken
}

fn take_signature(signature: &mut Signature, left: &mut Left) -> bool {
    let is_taken = left.take("");
    if is_taken {
        left.cut(&mut signature.parameters, |parameter, left| {
            left.take(&parameter.name)
        });
    }
    is_taken
}

fn take_function(function: &mut FunctionReflection, left: &mut Left) -> bool {
    let indices = function.bound_resources.len() + function.constant_buffers.len();
    let is_taken = left.take(&function.name)
        && left.take(&function.unmangled_name)
        && left.take_bytes(indices.saturating_mul(8));
    if let (true, Some(node)) = (is_taken, &mut function.node) {
        take_node(node, left);
    }
    is_taken
}

/// Truncates the inputs and outputs of a node.
fn take_node(node: &mut Node, left: &mut Left) {
    for id in [&mut node.id, &mut node.share_input_of] {
        id.take_if(|id| !left.take(&id.name));
    }
    let take_io = |io: &mut NodeIO, left: &mut Left| {
        let is_taken = left.take("");
        io.output_id.take_if(|id| !left.take(&id.name));
        is_taken
    };
    left.cut(&mut node.inputs, take_io);
    left.cut(&mut node.outputs, take_io);
}
