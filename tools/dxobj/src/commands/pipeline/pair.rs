//! `dxobj pipeline --pair`: groups the shaders of folders whose names differ only in the stage.

use std::collections::BTreeMap;
use std::path::PathBuf;

use dxc_format::constants::ShaderKind;
use dxc_format::rts0::RootSignature;
use dxc_shader::pipelines::PipelineStage;

use super::compare;
use crate::arguments::{Common, Pipeline};
use crate::files::{self, Found, Problem, Wanted};
use crate::outcome::Outcome;
use crate::output::{self, Output};
use crate::parallel::{self, Work};
use crate::report::Report;

pub(super) fn run(arguments: &Pipeline, given: Option<&RootSignature>, common: &Common) -> Outcome {
    let (pipelines, alone) = match groups(&arguments.files, common) {
        Ok(groups) => groups,
        Err(problem) => return output::one(problem, common),
    };
    if pipelines.is_empty() {
        let problem = Problem::new(
            "",
            "no two shaders have names that only differ in the stage",
        );
        return output::one(
            problem.hint("names such as `blur_vs.dxil` and `blur_ps.dxil` are paired"),
            common,
        );
    }
    let mut output = Output::new(common);
    let (mut fit, mut differ, mut failed) = (0, 0, 0);
    let work = Work {
        weight: |files: &Vec<Found>| files.iter().map(Found::len).fold(0, u64::saturating_add),
        size: Report::len,
        work: |files: Vec<Found>| Report::from(compare(&files, arguments, given)),
    };
    let mut is_read = true;
    parallel::in_order(pipelines.into_iter(), &work, |report| {
        match report.outcome {
            Outcome::Done => fit += 1,
            Outcome::Found => differ += 1,
            Outcome::Failed => failed += 1,
        }
        is_read = output.print(report);
        is_read
    });
    let total = fit + differ + failed;
    let mut line = format!(
        "{total} {}: {fit} {}, {differ} {} not",
        one_or(total, "pipeline", "pipelines"),
        one_or(fit, "fits", "fit"),
        one_or(differ, "does", "do"),
    );
    if failed > 0 {
        line += &format!(", {failed} not checked");
    }
    if alone > 0 {
        let shaders = one_or(alone, "shader", "shaders");
        line += &format!("; {alone} {shaders} without another stage");
    }
    if is_read {
        output.print(Report::default().note(line));
    }
    output.finish()
}

/// Chooses the singular for a count of 1, or else the plural.
fn one_or(count: usize, one: &'static str, other: &'static str) -> &'static str {
    if count == 1 { one } else { other }
}

/// Groups files by pipeline; also returns the number of shaders without a pipeline.
fn groups(paths: &[PathBuf], common: &Common) -> Result<(Vec<Vec<Found>>, usize), Problem> {
    let mut groups: BTreeMap<PathBuf, Vec<Found>> = BTreeMap::new();
    for found in files::walk(paths, Wanted::Containers, &common.filter) {
        let found = found?;
        groups.entry(without_stage(&found)).or_default().push(found);
    }
    let (pipelines, alone): (Vec<_>, Vec<_>) =
        groups.into_values().partition(|files| files.len() > 1);
    Ok((pipelines, alone.len()))
}

/// The path of a file without the last word that names a stage.
fn without_stage(found: &Found) -> PathBuf {
    let name = found.path.file_name().unwrap_or_default().to_string_lossy();
    let mut words: Vec<&str> = name
        .split_inclusive(|letter: char| !letter.is_alphanumeric())
        .collect();
    if let Some(at) = words.iter().rposition(|word| is_stage(word)) {
        words.remove(at);
    }
    found.path.with_file_name(words.concat())
}

/// Whether a word names a stage, such as `vs` or `Vertex`.
fn is_stage(word: &str) -> bool {
    let word = word.trim_end_matches(|letter: char| !letter.is_alphanumeric());
    let is = |name: &str| !name.is_empty() && word.eq_ignore_ascii_case(name);
    PipelineStage::TABLE.values.iter().any(|stage| {
        let kind = ShaderKind::from_name(stage.name);
        is(stage.name) || kind.and_then(|kind| kind.profile()).is_some_and(is)
    })
}
