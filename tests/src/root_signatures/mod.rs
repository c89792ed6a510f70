//! Root signatures that just keep a rule, and others that just do not.

mod parameters;
mod ranges;
mod registers;
mod samplers;
mod small;
mod whole;

use dxc_format::Rule;
use dxc_format::rts0::RootSignature;

pub use small::{constants, descriptor, parameter, range, ranges, sampler, small};

/// Root signatures that a rule forbids and that it still allows.
pub struct Case {
    /// The rule.
    pub rule: &'static Rule,
    /// Where the violation is.
    pub path: &'static str,
    /// Makes a small root signature one that just keeps the rule.
    pub allowed: fn(&mut RootSignature),
    /// Makes it one that just does not.
    pub forbidden: fn(&mut RootSignature),
    /// The equivalent HLSL, if there is one.
    pub hlsl: Option<[&'static str; 2]>,
}

impl Case {
    fn new(
        rule: &'static Rule,
        path: &'static str,
        allowed: fn(&mut RootSignature),
        forbidden: fn(&mut RootSignature),
    ) -> Self {
        Self {
            rule,
            path,
            allowed,
            forbidden,
            hlsl: None,
        }
    }

    fn hlsl(mut self, allowed_and_forbidden: [&'static str; 2]) -> Self {
        self.hlsl = Some(allowed_and_forbidden);
        self
    }

    /// The root signature that keeps the rule.
    pub fn good(&self) -> RootSignature {
        edited(self.allowed)
    }

    /// The root signature that does not.
    pub fn bad(&self) -> RootSignature {
        edited(self.forbidden)
    }
}

fn edited(edit: fn(&mut RootSignature)) -> RootSignature {
    let mut signature = small();
    edit(&mut signature);
    signature
}

/// A case for each rule that a root signature can break by itself; the numbers are those of the format's
/// documentation.
pub fn cases() -> Vec<Case> {
    let cases = [
        whole::cases(),
        parameters::cases(),
        ranges::descriptors(),
        ranges::promises(),
        registers::spaces(),
        registers::overlaps(),
        samplers::filters(),
        samplers::outcomes(),
    ];
    cases.into_iter().flatten().collect()
}
