//! Paths in a root signature, for a [`Finding`](crate::Finding).

use core::fmt;

/// A path; its text is only formatted for a finding.
#[derive(Clone, Copy, Debug)]
pub(super) enum SignaturePath {
    Parameter(usize),
    Payload(usize),
    /// A range of a parameter's table.
    Range(usize, usize),
    Sampler(usize),
}

impl SignaturePath {
    /// The path of a field of this record.
    pub(super) fn field(self, name: &'static str) -> Field {
        Field { place: self, name }
    }
}

impl fmt::Display for SignaturePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Parameter(index) => write!(f, "parameters[{index}]"),
            Self::Payload(index) => write!(f, "parameters[{index}].payload"),
            Self::Range(index, range) => write!(f, "parameters[{index}].payload.ranges[{range}]"),
            Self::Sampler(index) => write!(f, "samplers[{index}]"),
        }
    }
}

/// A field of the record at a path.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field {
    place: SignaturePath,
    name: &'static str,
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.place, self.name)
    }
}
