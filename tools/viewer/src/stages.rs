//! Builds the HTML of a pipeline of several files for the page, like `dxobj pipeline --format html`.

use dxc_format::Container;
use dxc_shader::linkage::{Pipeline, Refused, Stage, check_root_signature};
use dxc_shader::pipelines::PipelineStage;

use dxobj_report::File;
use dxobj_report::summary::limits;

use crate::pipeline_page::PipelinePage;

/// The fraction of the memory that the elements of a stage may take: one in this many.
const SHARE_OF_ELEMENTS: u64 = 4;

/// The stages of a pipeline side by side, as HTML to insert into a page. The files may be in any order.
///
/// Each shader is also compared with its own root signature.
///
/// # Errors
/// Says which file is no stage of the pipeline.
pub fn pipeline(files: &[File]) -> Result<String, String> {
    let mut stages = Vec::new();
    for file in files {
        let wrong = |problem: &dyn std::fmt::Display| format!("{}: {problem}", file.name());
        if let Some(problem) = file.problem() {
            return Err(wrong(&problem));
        }
        let container = Container::parse(file.bytes()).map_err(|problem| wrong(&problem))?;
        let mut limits = limits(file.bytes().len());
        limits.memory /= SHARE_OF_ELEMENTS;
        let stage = Stage::read_within(&container, &limits).map_err(|problem| wrong(&problem))?;
        stages.push(stage.ok_or_else(|| wrong(&"it is no stage of a pipeline"))?);
    }
    let kinds: Vec<PipelineStage> = stages.iter().map(|stage| stage.stage).collect();
    let pipeline = Pipeline::new(stages).map_err(|refused| {
        let (Refused::Repeated(_, at) | Refused::Excluded(_, _, at)) = refused else {
            return refused.to_string();
        };
        let name = files.get(at).map_or("", File::name);
        format!("{name}: {refused}")
    })?;
    let (mut found, mut notes) = (pipeline.validate(), Vec::new());
    for (stage, file) in kinds.iter().zip(files) {
        let Ok(container) = Container::parse(file.bytes()) else {
            continue;
        };
        let own = container.rts0().map(|own| own.map(|own| own.to_value()));
        let checked = own
            .map(|own| own.map(|signature| check_root_signature(*stage, &container, &signature)));
        match checked {
            Ok(None) => {}
            Ok(Some(Ok(more))) => found.append(more),
            Ok(Some(Err(problem))) | Err(problem) => {
                notes.push(format!("{}: {problem}", file.name()));
            }
        }
    }
    let name = |stage: PipelineStage| {
        let at = kinds.iter().position(|kind| *kind == stage);
        let file = at.and_then(|at| files.get(at));
        file.map_or("?".into(), |file| file.name().to_owned())
    };
    let page = PipelinePage {
        pipeline: &pipeline,
        found: &found,
        name: &name,
        notes: &notes,
    };
    Ok(page.content())
}
