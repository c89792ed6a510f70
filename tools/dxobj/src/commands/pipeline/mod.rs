//! `dxobj pipeline`: checks that the shaders of a pipeline match each other and the root signature.

mod pair;

use std::collections::BTreeMap;
use std::path::Path;

use dxc_format::rts0::{RootSignature, RootSignatureView};
use dxc_shader::Truncated;
use dxc_shader::linkage::{self, Mismatch, Mismatches, Stage};
use dxc_shader::pipelines::PipelineStage;
use dxc_shader::signatures::{Components, format_name};
use dxobj_viewer::pipeline_page::PipelinePage;
use serde_json::{Value, json};

use super::findings::{shown_rest, with_source_lines};
use super::rootsig;
use crate::arguments::{Common, Pipeline, PipelineFormat};
use crate::files::{self, Found, Input, Problem};
use crate::limit;
use crate::outcome::Outcome;
use crate::output;
use crate::report::Report;
use crate::style;
use crate::text::Text;

/// The shaders of a pipeline, and the mismatches between them.
pub(crate) struct Judged {
    pub(crate) pipeline: linkage::Pipeline,
    /// The files of the stages.
    pub(crate) files: BTreeMap<u16, Input>,
    pub(crate) found: Mismatches,
    notes: Vec<String>,
    problems: Vec<Problem>,
}

pub(crate) fn run(arguments: &Pipeline, common: &Common) -> Outcome {
    let file = arguments.root_signature.as_deref();
    let given = match rootsig::given(file, &arguments.source, common) {
        Ok(given) => given,
        Err(outcome) => return outcome,
    };
    let own = given.as_ref().map_or(Outcome::Done, |given| given.outcome);
    let given = given.as_ref().map(|given| &given.signature);
    if arguments.pair {
        return own.max(pair::run(arguments, given, common));
    }
    let files: Vec<Found> = arguments
        .files
        .iter()
        .map(|path| Found::named(path))
        .collect();
    own.max(output::one(compare(&files, arguments, given), common))
}

/// Compares the shaders of these files.
fn compare(
    files: &[Found],
    arguments: &Pipeline,
    given: Option<&RootSignature>,
) -> Result<Report, Problem> {
    let inputs = files.iter().map(|file| {
        if file.path.is_dir() {
            let hint = "name the shaders of one pipeline, or use `--pair`";
            return Err(file.problem("a folder is no pipeline").hint(hint));
        }
        file.read()
    });
    judge(inputs, arguments, given).map(|judged| report(judged, arguments))
}

/// Compares shaders in memory with each other and with the content of an RTS0 part.
pub(super) fn compare_bytes(
    arguments: &Pipeline,
    shaders: Vec<(String, Vec<u8>)>,
    root_signature: Option<&[u8]>,
) -> Result<Report, Problem> {
    let name = Path::new("root signature");
    let given = root_signature.map(RootSignatureView::parse).transpose();
    let given = given.map_err(|error| Found::named(name).problem(error))?;
    let given = given.map(|given| given.to_value());
    let broken = given.as_ref().and_then(|given| rootsig::alone(name, given));
    let inputs = shaders.into_iter().map(|(name, bytes)| {
        let found = Found::named(Path::new(&name));
        Ok(Input::of_any(&found, bytes))
    });
    let judged = judge(inputs, arguments, given.as_ref())?;
    let (broken, report) = (broken.unwrap_or_default(), report(judged, arguments));
    let outcome = broken.outcome.max(report.outcome);
    Ok(Report {
        text: broken.text + report.text,
        outcome,
        ..report
    })
}

/// Reads the stages, and compares them with each other and with their root signature.
fn judge(
    inputs: impl Iterator<Item = Result<Input, Problem>>,
    arguments: &Pipeline,
    given: Option<&RootSignature>,
) -> Result<Judged, Problem> {
    let (mut files, mut stages) = (Vec::new(), Vec::new());
    for input in inputs {
        let input = input?;
        stages.push(stage_of(&input)?);
        files.push(input);
    }
    let kinds: Vec<PipelineStage> = stages.iter().map(|stage| stage.stage).collect();
    let pipeline = linkage::Pipeline::new(stages).map_err(|refused| {
        let (linkage::Refused::Repeated(_, at) | linkage::Refused::Excluded(_, _, at)) = refused
        else {
            return Problem::new("", refused);
        };
        match files.get(at) {
            Some(file) => file.problem(refused),
            None => Problem::new("", refused),
        }
    })?;
    let pipeline = match arguments.topology {
        Some(topology) => pipeline.with_topology(topology.into()),
        None => pipeline,
    };
    let mut found = pipeline.validate();
    let vertex = pipeline.get(PipelineStage::Vertex);
    if let Some(stage) = vertex.filter(|_| !arguments.input_layout.is_empty()) {
        found.append(linkage::check_input_layout(stage, &arguments.input_layout));
    }
    let files = kinds.iter().map(|kind| kind.0).zip(files).collect();
    let mut judged = Judged {
        pipeline,
        files,
        found,
        notes: Vec::new(),
        problems: Vec::new(),
    };
    judged.check_signatures();
    judged.check_resources(given)?;
    Ok(judged)
}

/// The fraction of the memory limit that the elements of a stage may take: one in this many.
const SHARE_OF_ELEMENTS: u64 = 4;

/// The stage of a file.
fn stage_of(input: &Input) -> Result<Stage, Problem> {
    let container = input.container()?;
    let mut limits = limit::of_input(input.bytes.len());
    // The comparison and its output take as much memory again.
    limits.memory /= SHARE_OF_ELEMENTS;
    let stage = Stage::read_within(&container, &limits).map_err(|error| input.problem(error))?;
    stage.ok_or_else(|| {
        let profile = dxc_shader::target_profile(&container).ok().flatten();
        match profile {
            Some(profile) => {
                let problem = input.problem(format!("{profile} is no stage of a pipeline"));
                problem.hint("`dxobj rootsig check` checks the functions of a library")
            }
            None => input.problem("no part stores the stage of the shader"),
        }
    })
}

impl Judged {
    fn name(&self, stage: PipelineStage) -> &str {
        self.files.get(&stage.0).map_or("?", |file| &file.name)
    }

    /// The name of a file without its folders, unless another stage has the same name.
    fn short_name(&self, stage: PipelineStage) -> String {
        let short = |input: &Input| {
            let name = Path::new(&input.name).file_name();
            name.map_or(input.name.clone(), |name| {
                name.to_string_lossy().into_owned()
            })
        };
        let Some(input) = self.files.get(&stage.0) else {
            return self.name(stage).into();
        };
        let others = self.files.iter().filter(|(other, _)| **other != stage.0);
        let mut others = others.map(|(_, other)| short(other));
        match short(input) {
            name if others.any(|other| other == name) => input.name.clone(),
            name => name,
        }
    }

    /// Adds notes on inputs and outputs that cannot be compared.
    fn check_signatures(&mut self) {
        for stage in self.pipeline.stages() {
            let name = self.name(stage.stage).to_owned();
            let is_first = stage.stage.after().is_empty();
            let has_inputs = stage.inputs.is_some() || stage.stage == PipelineStage::Mesh;
            match self.pipeline.before(stage.stage) {
                None if !is_first && stage.stage != PipelineStage::Mesh => self.notes.push(
                    format!("{name}: inputs are not checked: the stage before is missing"),
                ),
                Some(_) if !has_inputs => {
                    let problem = Problem::new(name, "not checked: no part stores its inputs");
                    self.problems.push(problem);
                }
                _ => {}
            }
        }
    }

    /// Compares each shader with the given root signature, or with the shader's own.
    fn check_resources(&mut self, given: Option<&RootSignature>) -> Result<(), Problem> {
        let stages: Vec<PipelineStage> = self
            .pipeline
            .stages()
            .iter()
            .map(|stage| stage.stage)
            .collect();
        for stage in stages {
            let Some(input) = self.files.get(&stage.0) else {
                continue;
            };
            let container = input.container()?;
            let own = container.rts0().map_err(|error| input.problem(error))?;
            let own = own.map(|own| own.to_value());
            let Some(signature) = given.or(own.as_ref()) else {
                continue;
            };
            match linkage::check_root_signature(stage, &container, signature) {
                Ok(found) => self.found.append(found),
                Err(error) => self.problems.push(input.problem(error)),
            }
        }
        Ok(())
    }

    /// The mismatches of a stage.
    pub(crate) fn of(&self, stage: PipelineStage) -> impl Iterator<Item = &Mismatch> {
        self.found.iter().filter(move |found| found.stage == stage)
    }
}

fn report(judged: Judged, arguments: &Pipeline) -> Report {
    let report = match (arguments.json, arguments.format) {
        (true, _) => Report::text(lines_of_json(&judged)),
        (false, PipelineFormat::Text) if arguments.pair => Report::text(mismatches(&judged)),
        (false, PipelineFormat::Text) => Report::text(text(&judged)),
        (false, PipelineFormat::Html) => Report::bytes(page(&judged).into_bytes()),
    };
    let report = report.outcome(Outcome::found(
        !judged.found.iter().all(Mismatch::is_warning),
    ));
    let notes = judged.notes.into_iter();
    let report = notes.fold(report, Report::note);
    judged.problems.into_iter().fold(report, Report::problem)
}

/// The text of the report, including the notes and problems that are printed to standard error.
fn page(judged: &Judged) -> String {
    let problems = judged.problems.iter().map(|problem| {
        let path = problem.path.as_deref();
        path.map_or_else(String::new, |path| files::name(path) + ": ") + &problem.what
    });
    let notes: Vec<String> = judged.notes.iter().cloned().chain(problems).collect();
    let page = PipelinePage {
        pipeline: &judged.pipeline,
        found: &judged.found,
        name: &|stage| judged.short_name(stage),
        notes: &notes,
    };
    page.html()
}

/// The text: a line if the shaders match, or their mismatches; then the render targets.
fn text(judged: &Judged) -> Text {
    let mut text = Text::default();
    if judged.found.is_empty() && judged.problems.is_empty() {
        let names = judged.pipeline.stages().iter();
        let names: Vec<&str> = names.map(|stage| judged.name(stage.stage)).collect();
        text.line(style::strong(names.join(", ")) + ": " + style::good("ok"));
    }
    text + mismatches(judged) + targets(judged)
}

/// For each two stages that do not match: a line, and two for each mismatch.
fn mismatches(judged: &Judged) -> Text {
    let mut text = Text::default();
    let mut group = None;
    for found in judged.found.iter() {
        let stages = (found.before, found.stage);
        if group.replace(stages) != Some(stages) {
            let before = found
                .before
                .map(|before| format!("{} -> ", judged.name(before)));
            let names = before.unwrap_or_default() + judged.name(found.stage);
            text.line(style::strong(names));
        }
        let line = Text::from(format!("  {} [", summary(found)));
        text.line(line + style::dim(found.rule.name) + "]");
        text.line(format!("    {}", found.text));
        let severity = severity(found).to_ascii_uppercase();
        let (number, name) = (found.message.0, found.message);
        let mut numbers = format!("    [ STATE_CREATION {severity} #{number}: {name} ]");
        if let Some(older) = found.d3d11() {
            numbers += &format!(" [ D3D11 #{}: {older} ]", older.0);
        }
        text.line(style::dim(numbers));
    }
    for stage in judged.pipeline.stages() {
        for truncated in judged.found.truncated(stage.stage) {
            let name = style::strong(judged.name(stage.stage));
            text.line(name + ": " + shown_rest(&truncated));
        }
    }
    text
}

/// The severity of a message.
fn severity(found: &Mismatch) -> &'static str {
    if found.is_warning() {
        "warning"
    } else {
        "error"
    }
}

/// A mismatch as one line.
fn summary(found: &Mismatch) -> String {
    match &found.semantic {
        Some(semantic) => format!("{semantic} {}", found.found),
        None if found.found.is_empty() => found.rule.requirement.into(),
        None => found.found.clone(),
    }
}

/// The render targets, with their types and components.
fn targets(judged: &Judged) -> Text {
    let mut text = Text::default();
    let mut targets: Vec<_> = judged.pipeline.render_targets().collect();
    targets.sort_by_key(|target| target.index);
    if !targets.is_empty() {
        let name = judged.name(PipelineStage::Pixel);
        text.line(style::strong(name) + " -> render targets");
    }
    for target in targets {
        let element = &target.element.element;
        let components = Components(element.mask).to_string().replace(' ', "");
        let kind = format_name(element);
        text.line(format!("  SV_Target{}  {kind}  {components}", target.index));
    }
    text
}

fn lines_of_json(judged: &Judged) -> Text {
    let mut text = Text::default();
    for stage in judged.pipeline.stages() {
        let Some(input) = judged.files.get(&stage.stage.0) else {
            continue;
        };
        let before = judged.pipeline.before(stage.stage);
        let findings = judged.of(stage.stage);
        let findings = findings.map(|found| (found, found.place.clone()));
        let findings = with_source_lines(input, findings);
        let truncated: Vec<Truncated> = judged.found.truncated(stage.stage).collect();
        let content = json!({
            "stage": stage.stage.to_string(),
            "target": stage.profile.to_string(),
            "before": before.map(|before| judged.name(before.stage)),
            "findings": findings,
            "truncated": truncated,
            "render_targets": render_targets(judged, stage),
        });
        text += input.line(content).text();
    }
    text
}

fn render_targets(judged: &Judged, stage: &Stage) -> Vec<Value> {
    if stage.stage != PipelineStage::Pixel {
        return Vec::new();
    }
    let targets = judged.pipeline.render_targets();
    let targets = targets.map(|target| {
        let element = &target.element.element;
        json!({
            "index": target.index,
            "component_type": element.component_type.to_string(),
            "min_precision": element.min_precision.to_string(),
            "mask": Components(element.mask).to_string().replace(' ', ""),
        })
    });
    targets.collect()
}
