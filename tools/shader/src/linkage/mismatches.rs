//! Collects the mismatches of a pipeline, up to a limit: a hostile file can have very many.

use alloc::collections::BTreeMap;
use alloc::vec::{self, Vec};
use core::ops::Deref;

use super::mismatch::Mismatch;
use crate::pipelines::PipelineStage;
use crate::report::Truncated;
use dxc_format::Limits;

/// The mismatches of a pipeline, as a slice.
///
/// At most [`Limits::findings`] of each rule and stage are kept; [`truncated`](Self::truncated) counts the others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Mismatches {
    found: Vec<Mismatch>,
    /// The number of mismatches of each rule and stage.
    counts: BTreeMap<(u16, &'static str), usize>,
    /// The mismatches that are only counted, by stage and by the name of the rule.
    truncated: BTreeMap<(u16, &'static str), Truncated>,
}

impl Mismatches {
    /// Adds a mismatch; if there are enough of its rule, only counts it.
    pub(super) fn push(&mut self, mismatch: Mismatch) {
        let (rule, key) = (mismatch.rule, (mismatch.stage.0, mismatch.rule.name));
        let count = self.counts.entry(key).or_default();
        *count += 1;
        if *count <= Limits::of_input(0).findings {
            self.found.push(mismatch);
        } else {
            self.count(key, Truncated { rule, count: 1 });
        }
    }

    /// Adds the mismatches of another check.
    pub fn append(&mut self, other: Self) {
        for (key, truncated) in other.truncated {
            self.count(key, truncated);
        }
        other.found.into_iter().for_each(|found| self.push(found));
    }

    /// For a stage, the rules with mismatches that were only counted.
    pub fn truncated(&self, stage: PipelineStage) -> impl Iterator<Item = Truncated> {
        let of_stage = self.truncated.range((stage.0, "")..);
        let of_stage = of_stage.take_while(move |((of, _), _)| *of == stage.0);
        of_stage.map(|(_, truncated)| *truncated)
    }

    fn count(&mut self, key: (u16, &'static str), truncated: Truncated) {
        let known = self.truncated.entry(key);
        known
            .and_modify(|known| known.count += truncated.count)
            .or_insert(truncated);
    }
}

impl Deref for Mismatches {
    type Target = [Mismatch];

    fn deref(&self) -> &[Mismatch] {
        &self.found
    }
}

impl IntoIterator for Mismatches {
    type Item = Mismatch;
    type IntoIter = vec::IntoIter<Mismatch>;

    fn into_iter(self) -> Self::IntoIter {
        self.found.into_iter()
    }
}
