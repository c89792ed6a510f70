//! Tests the comparison of two stages. An input has the length of the first one in four bytes, then both.

use dxc_format::Container;
use dxc_format::rts0::RootSignature;
use dxc_shader::linkage::{Mismatches, Pipeline, Source, Stage, check_root_signature};
use dxc_shader::pipelines::PipelineStage;
use dxobj_viewer::pipeline_page::PipelinePage;

use crate::limits::{LINKAGE, LINKAGE_PAGE};
use crate::{Maker, damage};

/// Two shaders of `linkage`, which may be damaged, or containers of any kind.
pub(crate) fn make(maker: &mut Maker<'_>) -> Vec<u8> {
    let one = |maker: &mut Maker<'_>| {
        let shaders = &maker.seeds.stages;
        let mut shader = match maker.rng.u8(..16) {
            0 => return maker.container(),
            _ => maker.rng.choice(shaders).cloned().unwrap_or_default(),
        };
        if maker.rng.bool() {
            damage_signature(&mut shader, maker);
        }
        shader
    };
    let (first, second) = (one(maker), one(maker));
    let len = u32::try_from(first.len()).unwrap_or_default();
    [&len.to_le_bytes()[..], &first, &second].concat()
}

/// Sets fields of a part to other values.
fn damage_signature(shader: &mut [u8], maker: &mut Maker<'_>) {
    let Ok(container) = Container::parse(shader) else {
        return;
    };
    let parts: Vec<_> = container.parts().collect();
    let Some(part) = maker.rng.choice(parts) else {
        return;
    };
    let (fourcc, at, len) = (part.fourcc, part.data_offset, part.data.len());
    let times = maker.rng.usize(1..6);
    damage::fields(fourcc, &mut shader[at..at + len], times, &mut maker.rng);
}

pub(crate) fn try_two(input: &[u8]) {
    let Some((len, files)) = input.split_first_chunk() else {
        return;
    };
    let len = u32::from_le_bytes(*len) as usize;
    let Some((first, second)) = files.split_at_checked(len) else {
        return;
    };
    let stages = [first, second].map(|file| {
        let container = Container::parse(file).ok()?;
        let stage = LINKAGE
            .hold(file.len(), || Stage::read(&container))
            .ok()??;
        try_root_signature(&container, &stage);
        Some(stage)
    });
    let stages: Vec<Stage> = stages.into_iter().flatten().collect();
    if let Ok(pipeline) = Pipeline::new(stages) {
        try_pipeline(&pipeline, files.len());
    }
}

/// Checks a root signature without parameters: each mismatch must be about the stage.
fn try_root_signature(container: &Container<'_>, stage: &Stage) {
    let signature = RootSignature::default();
    let Ok(found) = check_root_signature(stage.stage, container, &signature) else {
        return;
    };
    for mismatch in found.iter() {
        assert_eq!((mismatch.stage, mismatch.before), (stage.stage, None));
        assert!(!mismatch.text.contains('{'), "{}", mismatch.text);
    }
}

fn try_pipeline(pipeline: &Pipeline, len: usize) {
    let found = LINKAGE.hold(len, || pipeline.validate());
    let stages: Vec<_> = pipeline.stages().iter().map(|stage| stage.stage).collect();
    for mismatch in found.iter() {
        assert!(stages.contains(&mismatch.stage));
        assert!(
            mismatch
                .before
                .is_none_or(|before| stages.contains(&before))
        );
        assert!(!mismatch.to_string().is_empty() && mismatch.text.len() < 1 << 11);
    }
    // An input without a source must have a message, and an input that the system generates must have none.
    for stage in &stages {
        let Some(interface) = pipeline.interface(*stage) else {
            continue;
        };
        for link in &interface.links {
            let path = link.input.path();
            let is_about = |(place, at)| place == Some(&path) && at == stage;
            let mut about = found
                .iter()
                .map(|found| (found.place.as_ref(), &found.stage));
            match link.source {
                Source::System => assert!(!about.any(is_about), "{path}"),
                Source::Missing if is_compared(&found, *stage) => {
                    assert!(about.any(is_about), "{path}");
                }
                _ => {}
            }
        }
    }
    let page = LINKAGE_PAGE.hold(len, || {
        let page = PipelinePage {
            pipeline,
            found: &found,
            name: &|stage| format!("<{stage}>"),
            notes: &[],
        };
        page.html()
    });
    assert!(page.len() < 1 << 20, "{}", page.len());
    assert!(!page.contains("<script") && !page.contains("<Pixel>"));
}

/// Whether each missing input of a stage has a message: inputs are compared by semantic, and the messages are not truncated.
fn is_compared(found: &Mismatches, stage: PipelineStage) -> bool {
    let by_semantic = ![PipelineStage::Domain, PipelineStage::Mesh].contains(&stage);
    by_semantic && found.truncated(stage).count() == 0
}
