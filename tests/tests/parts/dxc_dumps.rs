//! Compares PSV0 with DXC's dumps: this test prints the values by the rules of DXC's dumper
//! (DxilPipelineStateValidation.cpp, `Print`), and every line must be equal.
//!
//! Its output differs from the part:
//! - no stage in version 0, where the part does not have it, and so nothing of the stage's info;
//! - the two wave lane counts as one `WaveSize` if they are equal;
//! - a start of -1 for an element without a place among the vectors;
//! - of a mesh shader a table of inputs, which it does not have, as `None`;
//! - blanks before and behind some lines.
//!
//! It prints nothing of payload sizes, the most vertices and primitives, the group shared memory
//! in a mesh shader's stage info, and the domain of a domain shader.
//!
//! Judge: DXC, by `*.psv.txt`.

use std::fmt::{Display, Write};

use dxc_format::constants::{InputPrimitive, ResourceFlags, ShaderStage};
use dxc_format::psv0::{PipelineElement, PipelineStateValidation, ResourceBinding, RuntimeInfo};
use dxc_format::types::Bool8;
use dxil::Dependence;

use super::dumps::{compare_lines, dumps};

/// A dump without the blanks at the beginnings of lines.
#[derive(Default)]
struct Dump(String);

impl Dump {
    fn line(&mut self, line: impl Display) {
        writeln!(self.0, "{line}").unwrap();
    }

    /// A line with one value; the label ends with the separator.
    fn value(&mut self, label: &str, value: impl Display) {
        self.line(format_args!("{label}{value}"));
    }

    /// Prints a boolean like C++.
    fn truth(&mut self, label: &str, value: Bool8) {
        self.value(label, u8::from(value.get()));
    }

    /// Prints a value by its name in DXC.
    fn word(&mut self, label: &str, word: Option<&str>) {
        self.value(label, word.unwrap_or("invalid"));
    }

    /// Prints a line with the components of a mask, or `None`.
    fn components(&mut self, label: &str, components: impl IntoIterator<Item = usize>) {
        match &numbers(components)[..] {
            "" => self.value(label, "None"),
            numbers => self.value(label, numbers),
        }
    }
}

fn numbers<T: ToString>(numbers: impl IntoIterator<Item = T>) -> String {
    let numbers = numbers.into_iter().map(|number| number.to_string());
    numbers.collect::<Vec<_>>().join(" ")
}

/// The table of primitives has FXC's names; DXC has none for no primitive.
fn input_primitive(primitive: InputPrimitive) -> &'static str {
    let name = primitive.fxc();
    name.filter(|name| *name != "undefined")
        .unwrap_or("invalid")
}

/// Prints the values of the stage: the stage selects the arm of the union.
fn print_stage_info(dump: &mut Dump, info: &RuntimeInfo, stage: ShaderStage) {
    dump.line(format_args!("{stage} Shader"));
    let union = &info.stage_info;
    if let Some(vertex) = union.vertex(stage) {
        dump.truth("OutputPositionPresent=", vertex.output_position_present);
    }
    if let Some(hull) = union.hull(stage) {
        dump.value("InputControlPointCount=", hull.input_control_points);
        dump.value("OutputControlPointCount=", hull.output_control_points);
        let (domain, primitive) = (hull.tessellator_domain, hull.tessellator_output_primitive);
        dump.word("Domain=", domain.dxc());
        dump.word("OutputPrimitive=", primitive.dxc());
    }
    if let Some(domain) = union.domain(stage) {
        dump.value("InputControlPointCount=", domain.input_control_points);
        dump.truth("OutputPositionPresent=", domain.output_position_present);
    }
    if let Some(geometry) = union.geometry(stage) {
        let primitive = input_primitive(geometry.input_primitive);
        dump.value("InputPrimitive=", primitive);
        let topology = geometry.output_topology;
        dump.word("OutputTopology=", topology.dxc());
        dump.value("OutputStreamMask=", geometry.output_stream_mask);
        dump.truth("OutputPositionPresent=", geometry.output_position_present);
    }
    if let Some(pixel) = union.pixel(stage) {
        dump.truth("DepthOutput=", pixel.depth_output);
        dump.truth("SampleFrequency=", pixel.sample_frequency);
    }
    if let Some(mesh) = info.extra_info().unwrap().mesh(stage) {
        let topology = mesh.output_topology;
        dump.word("MeshOutputTopology=", topology.dxc());
    }
    if matches!(
        stage,
        ShaderStage::Compute | ShaderStage::Mesh | ShaderStage::Amplification
    ) {
        print_group(dump, info);
    }
}

/// Prints the values of stages with thread groups.
fn print_group(dump: &mut Dump, info: &RuntimeInfo) {
    if let Some(x) = info.num_threads_x() {
        let (y, z) = (info.num_threads_y().unwrap(), info.num_threads_z().unwrap());
        dump.line(format_args!("NumThreads=({x},{y},{z})"));
    }
    if let Some(bytes) = info.group_shared_bytes() {
        dump.value("NumBytesGroupSharedMemory: ", bytes);
    }
}

fn print_info(dump: &mut Dump, psv: &PipelineStateValidation) {
    let info = &psv.info.record;
    dump.line("PSVRuntimeInfo:");
    if let Some(stage) = info.shader_stage() {
        print_stage_info(dump, info, stage);
    }
    let (minimum, maximum) = (info.minimum_wave_lane_count, info.maximum_wave_lane_count);
    if minimum == maximum {
        dump.value("WaveSize=", minimum);
    } else {
        dump.value("MinimumExpectedWaveLaneCount: ", minimum);
        dump.value("MaximumExpectedWaveLaneCount: ", maximum);
    }
    if info.version() >= 1 {
        print_counts(dump, info);
    }
    if let Some(name) = info.entry_name_in(psv) {
        dump.value("EntryFunctionName: ", name);
    }
}

/// Prints the fields of version 1, except for the stage.
fn print_counts(dump: &mut Dump, info: &RuntimeInfo) {
    dump.value("UsesViewID: ", info.uses_view_id().unwrap().get());
    dump.value("SigInputElements: ", info.input_elements().unwrap());
    dump.value("SigOutputElements: ", info.output_elements().unwrap());
    let patches = info.patch_or_primitive_elements().unwrap();
    dump.value("SigPatchConstOrPrimElements: ", patches);
    dump.value("SigInputVectors: ", info.input_vectors().unwrap());
    for (stream, vectors) in info.output_vectors().unwrap().into_iter().enumerate() {
        dump.line(format_args!("SigOutputVectors[{stream}]: {vectors}"));
    }
}

fn print_resource(dump: &mut Dump, resource: &ResourceBinding) {
    dump.line("PSVResourceBindInfo:");
    dump.value("Space: ", resource.space);
    dump.value("LowerBound: ", resource.lower_bound);
    dump.value("UpperBound: ", resource.upper_bound);
    dump.value("ResType: ", resource.resource_type);
    if let Some(kind) = resource.kind() {
        dump.value("ResKind: ", kind);
        match resource.flags().unwrap() {
            ResourceFlags(0) => dump.value("ResFlags: ", "None"),
            flags => dump.value("ResFlags: ", flags),
        }
    }
}

fn print_element(dump: &mut Dump, psv: &PipelineStateValidation, element: &PipelineElement) {
    let shape = element.shape;
    let place = |start: u8| {
        if shape.allocated() {
            i32::from(start)
        } else {
            -1
        }
    };
    dump.line("PSVSignatureElement:");
    dump.value("SemanticName: ", element.name_in(psv).unwrap());
    dump.value("SemanticIndex: ", numbers(element.indices_in(psv).unwrap()));
    dump.value("IsAllocated: ", u8::from(shape.allocated()));
    dump.value("StartRow: ", place(element.start_row));
    dump.value("StartCol: ", place(shape.start_col()));
    dump.value("Rows: ", element.rows);
    dump.value("Cols: ", shape.cols());
    dump.value("SemanticKind: ", element.kind);
    dump.value("InterpolationMode: ", element.interpolation.0);
    dump.value("OutputStream: ", element.mask_and_stream.stream());
    dump.value("ComponentType: ", element.component_type.0);
    let mask = element.mask_and_stream.dynamic_mask();
    dump.value("DynamicIndexMask: ", mask);
}

/// Prints a mask of outputs for each component of the inputs; nothing if there are no inputs or no outputs.
fn print_table(dump: &mut Dump, inputs: &str, outputs: &str, table: &Dependence) {
    let heading = format!("{inputs} contributing to computation of {outputs}:");
    if table.inputs() == 0 || table.outputs() == 0 {
        return dump.value(&heading, " None");
    }
    dump.line(heading);
    for input in 0..table.inputs() as usize {
        let label = format!("{inputs}[{input}] influencing {outputs} : ");
        let dependent =
            (0..table.outputs() as usize).filter(|output| table.depends(*output, input));
        dump.components(&label, dependent);
    }
}

/// Prints the masks of outputs that depend on the view ID, and the tables of outputs that depend on inputs.
fn print_dependencies(dump: &mut Dump, psv: &PipelineStateValidation) {
    let state = dxc_shader::psv0::dependencies(psv);
    let patches = state.patches_or_primitives.as_ref();
    let is_hull = psv.info.shader_stage() == Some(ShaderStage::Hull);
    if psv.info.uses_view_id().unwrap().get() {
        for (stream, outputs) in state.streams.iter().enumerate() {
            let heading = "Outputs affected by ViewID as a bitmask for stream";
            dump.line(format_args!("{heading} {stream}:"));
            let label = format!("ViewID influencing Outputs[{stream}] : ");
            dump.components(&label, outputs.outputs_on_view());
        }
        if let Some(patches) = patches {
            dump.line("PCOutputs affected by ViewID as a bitmask:");
            dump.components("ViewID influencing PCOutputs : ", patches.outputs_on_view());
        }
    }
    for (stream, outputs) in state.streams.iter().enumerate() {
        let heading = "Outputs affected by inputs as a table of bitmasks for stream";
        dump.line(format_args!("{heading} {stream}:"));
        print_table(dump, "Inputs", &format!("Outputs[{stream}]"), outputs);
    }
    if let Some(patches) = patches.filter(|_| is_hull) {
        dump.line("Patch constant outputs affected by inputs as a table of bitmasks:");
        print_table(dump, "Inputs", "PatchConstantOutputs", patches);
    }
    if let Some(outputs) = &state.outputs_on_patches {
        dump.line("Outputs affected by patch constant inputs as a table of bitmasks:");
        print_table(dump, "PatchConstantInputs", "Outputs", outputs);
    }
}

fn print(psv: &PipelineStateValidation) -> String {
    let mut dump = Dump::default();
    dump.line("DxilPipelineStateValidation:");
    print_info(&mut dump, psv);
    dump.value("ResourceCount : ", psv.resources.len());
    for resource in psv.resources.iter() {
        print_resource(&mut dump, resource);
    }
    let elements = [&psv.inputs, &psv.outputs, &psv.patches_or_primitives];
    for element in elements.into_iter().flat_map(|elements| elements.iter()) {
        print_element(&mut dump, psv, element);
    }
    // Compute and amplification shaders have neither inputs nor outputs.
    match psv.info.shader_stage() {
        None | Some(ShaderStage::Compute | ShaderStage::Amplification) => {}
        Some(_) => print_dependencies(&mut dump, psv),
    }
    dump.0
}

/// A dump without insignificant blanks.
fn plain(dump: &str) -> String {
    let lines = dump.lines().map(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        words.join(" ") + "\n"
    });
    lines.collect()
}

#[test]
fn psv0_equals_the_dump_of_dxc() {
    let mut lines = 0;
    for (path, expected, container) in dumps("psv.txt") {
        let found = print(&container.psv0().unwrap().unwrap().to_value());
        lines += compare_lines(path, &plain(&found), &plain(&expected));
    }
    assert!(lines >= 3000, "{lines}");
}
