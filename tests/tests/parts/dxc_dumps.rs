//! DXC's dumps of PSV0: every value that DXC prints of a part equals the value that is read.
//!
//! Every line must be the next one by the rules of the dumper, DXC
//! DxilPipelineStateValidation.cpp, `Print`. Its output differs from the part:
//! - no stage in version 0, where the part does not have it, and so nothing of the stage's info;
//! - the two wave lane counts as one `WaveSize` if they are equal;
//! - a start of -1 for an element without a place among the vectors;
//! - of a mesh shader a table of inputs, which it does not have, as `None`;
//! - one space too many after the number of resources.
//!
//! It prints nothing of payload sizes, the most vertices and primitives, the group shared memory
//! in a mesh shader's stage info, and the domain of a domain shader.

use std::fmt::Display;

use dxc_format::constants::{
    InputPrimitive, MeshOutputTopology, PrimitiveTopology, ResourceFlags, ShaderStage,
    TessellatorDomain, TessellatorOutputPrimitive,
};
use dxc_format::pipeline::dependencies::{Dependencies, Table};
use dxc_format::psv0::{PipelineElement, PipelineStateValidation, ResourceBinding, RuntimeInfo};
use dxc_format::runtime::tables::Numbers;
use dxc_format::{Bool8, BySize};

/// A dump that is gone through line by line.
struct Dump<'a> {
    name: &'a str,
    lines: std::str::Lines<'a>,
    line: usize,
    compared: usize,
    differences: Vec<String>,
}

impl<'a> Dump<'a> {
    fn new(name: &'a str, text: &'a str) -> Self {
        let lines = text.lines();
        Self {
            name,
            lines,
            line: 0,
            compared: 0,
            differences: Vec::new(),
        }
    }

    /// The value after the label in the next line; after another line, nothing further can be compared.
    fn rest(&mut self, label: &str) -> &'a str {
        self.line += 1;
        let text = self.lines.next().map(str::trim);
        let rest = text.and_then(|text| text.strip_prefix(label));
        let Some(rest) = rest else {
            panic!(
                "{}:{}: {text:?} where {label:?} is due",
                self.name, self.line
            )
        };
        rest.trim()
    }

    /// A line without a value of its own.
    fn heading(&mut self, text: &str) {
        let rest = self.rest(text);
        assert!(
            rest.is_empty(),
            "{}:{}: {rest:?} behind {text:?}",
            self.name,
            self.line
        );
    }

    /// A line with one value.
    fn value(&mut self, label: &str, ours: impl Display) {
        let (theirs, ours) = (self.rest(label), ours.to_string());
        self.compare(label, theirs, &ours);
    }

    /// A line with several numbers.
    fn numbers<T: ToString>(&mut self, label: &str, ours: &[T]) {
        let theirs = self.rest(label).split_whitespace().collect::<Vec<_>>();
        let ours = ours.iter().map(T::to_string).collect::<Vec<_>>();
        self.compare(label, &theirs.join(" "), &ours.join(" "));
    }

    /// A line with the components of a mask, or `None`.
    fn components(&mut self, label: &str, ours: impl IntoIterator<Item = usize>) {
        let ours: Vec<usize> = ours.into_iter().collect();
        match &ours[..] {
            [] => self.value(label, "None"),
            components => self.numbers(label, components),
        }
    }

    fn compare(&mut self, label: &str, theirs: &str, ours: &str) {
        self.compared += 1;
        if theirs != ours {
            let (name, line) = (self.name, self.line);
            let difference = format!("{name}:{line}: {label} DXC {theirs:?}, read {ours:?}");
            self.differences.push(difference);
        }
    }

    fn end(&mut self) {
        if let Some(text) = self.lines.next() {
            panic!(
                "{}:{}: {text:?} where nothing is due",
                self.name,
                self.line + 1
            );
        }
    }
}

/// As C++ prints a truth value.
fn truth(value: Bool8) -> u8 {
    u8::from(value.get())
}

fn stage_name(stage: ShaderStage) -> &'static str {
    match stage {
        ShaderStage::Pixel => "Pixel Shader",
        ShaderStage::Vertex => "Vertex Shader",
        ShaderStage::Geometry => "Geometry Shader",
        ShaderStage::Hull => "Hull Shader",
        ShaderStage::Domain => "Domain Shader",
        ShaderStage::Compute => "Compute Shader",
        ShaderStage::Mesh => "Mesh Shader",
        ShaderStage::Amplification => "Amplification Shader",
        _ => "no stage that DXC prints",
    }
}

fn domain_name(domain: TessellatorDomain) -> &'static str {
    match domain {
        TessellatorDomain::IsoLine => "isoline",
        TessellatorDomain::Tri => "tri",
        TessellatorDomain::Quad => "quad",
        _ => "invalid",
    }
}

fn output_primitive_name(primitive: TessellatorOutputPrimitive) -> &'static str {
    match primitive {
        TessellatorOutputPrimitive::Point => "point",
        TessellatorOutputPrimitive::Line => "line",
        TessellatorOutputPrimitive::TriangleCW => "triangle_cw",
        TessellatorOutputPrimitive::TriangleCCW => "triangle_ccw",
        _ => "invalid",
    }
}

fn input_primitive_name(primitive: InputPrimitive) -> String {
    match primitive {
        InputPrimitive::Point => "point".into(),
        InputPrimitive::Line => "line".into(),
        InputPrimitive::LineWithAdjacency => "lineadj".into(),
        InputPrimitive::Triangle => "triangle".into(),
        InputPrimitive::TriangleWithAdjacency => "triangleadj".into(),
        InputPrimitive(patch @ 8..40) => format!("patch{}", patch - 7),
        _ => "invalid".into(),
    }
}

fn topology_name(topology: PrimitiveTopology) -> &'static str {
    match topology {
        PrimitiveTopology::PointList => "point",
        PrimitiveTopology::LineStrip => "line",
        PrimitiveTopology::TriangleStrip => "triangle",
        _ => "invalid",
    }
}

fn mesh_topology_name(topology: MeshOutputTopology) -> &'static str {
    match topology {
        MeshOutputTopology::Undefined => "undefined",
        MeshOutputTopology::Line => "line",
        MeshOutputTopology::Triangle => "triangle",
        _ => "invalid",
    }
}

fn flag_names(flags: ResourceFlags) -> &'static str {
    match flags {
        ResourceFlags(0) => "None",
        ResourceFlags::UsedByAtomic64 => "UsedByAtomic64",
        _ => "flags that DXC does not print",
    }
}

/// Values of the stage: the union is read by the arm of the stage.
fn compare_stage_info(dump: &mut Dump<'_>, info: &RuntimeInfo, stage: ShaderStage) {
    dump.value("", stage_name(stage));
    let union = &info.stage_info;
    if let Some(vertex) = union.vertex(stage) {
        dump.value(
            "OutputPositionPresent=",
            truth(vertex.output_position_present),
        );
    }
    if let Some(hull) = union.hull(stage) {
        dump.value("InputControlPointCount=", hull.input_control_points);
        dump.value("OutputControlPointCount=", hull.output_control_points);
        dump.value("Domain=", domain_name(hull.tessellator_domain));
        dump.value(
            "OutputPrimitive=",
            output_primitive_name(hull.tessellator_output_primitive),
        );
    }
    if let Some(domain) = union.domain(stage) {
        dump.value("InputControlPointCount=", domain.input_control_points);
        dump.value(
            "OutputPositionPresent=",
            truth(domain.output_position_present),
        );
    }
    if let Some(geometry) = union.geometry(stage) {
        dump.value(
            "InputPrimitive=",
            input_primitive_name(geometry.input_primitive),
        );
        dump.value("OutputTopology=", topology_name(geometry.output_topology));
        dump.value("OutputStreamMask=", geometry.output_stream_mask);
        dump.value(
            "OutputPositionPresent=",
            truth(geometry.output_position_present),
        );
    }
    if let Some(pixel) = union.pixel(stage) {
        dump.value("DepthOutput=", truth(pixel.depth_output));
        dump.value("SampleFrequency=", truth(pixel.sample_frequency));
    }
    if let Some(mesh) = info.extra_info().unwrap().mesh(stage) {
        dump.value(
            "MeshOutputTopology=",
            mesh_topology_name(mesh.output_topology),
        );
    }
    if matches!(
        stage,
        ShaderStage::Compute | ShaderStage::Mesh | ShaderStage::Amplification
    ) {
        compare_group(dump, info);
    }
}

/// Values of stages with thread groups.
fn compare_group(dump: &mut Dump<'_>, info: &RuntimeInfo) {
    if let Some(x) = info.num_threads_x() {
        let (y, z) = (info.num_threads_y().unwrap(), info.num_threads_z().unwrap());
        dump.value("NumThreads=", format_args!("({x},{y},{z})"));
    }
    if let Some(bytes) = info.group_shared_bytes() {
        dump.value("NumBytesGroupSharedMemory:", bytes);
    }
}

fn compare_info(dump: &mut Dump<'_>, psv: &PipelineStateValidation) {
    let info = &psv.info.record;
    dump.heading("PSVRuntimeInfo:");
    if let Some(stage) = info.shader_stage() {
        compare_stage_info(dump, info, stage);
    }
    let (minimum, maximum) = (info.minimum_wave_lane_count, info.maximum_wave_lane_count);
    if minimum == maximum {
        dump.value("WaveSize=", minimum);
    } else {
        dump.value("MinimumExpectedWaveLaneCount:", minimum);
        dump.value("MaximumExpectedWaveLaneCount:", maximum);
    }
    if info.version() >= 1 {
        compare_counts(dump, info);
    }
    if let Some(name) = info.entry_name_in(psv) {
        dump.value("EntryFunctionName:", name);
    }
}

/// The fields of version 1, except for the stage.
fn compare_counts(dump: &mut Dump<'_>, info: &RuntimeInfo) {
    dump.value("UsesViewID:", info.uses_view_id().unwrap().get());
    dump.value("SigInputElements:", info.input_elements().unwrap());
    dump.value("SigOutputElements:", info.output_elements().unwrap());
    dump.value(
        "SigPatchConstOrPrimElements:",
        info.patch_or_primitive_elements().unwrap(),
    );
    dump.value("SigInputVectors:", info.input_vectors().unwrap());
    for (stream, vectors) in info.output_vectors().unwrap().into_iter().enumerate() {
        dump.value(&format!("SigOutputVectors[{stream}]:"), vectors);
    }
}

fn compare_resource(dump: &mut Dump<'_>, resource: &ResourceBinding) {
    dump.heading("PSVResourceBindInfo:");
    dump.value("Space:", resource.space);
    dump.value("LowerBound:", resource.lower_bound);
    dump.value("UpperBound:", resource.upper_bound);
    dump.value("ResType:", resource.resource_type);
    if let Some(kind) = resource.kind() {
        dump.value("ResKind:", kind);
        dump.value("ResFlags:", flag_names(resource.flags().unwrap()));
    }
}

fn compare_element(dump: &mut Dump<'_>, psv: &PipelineStateValidation, element: &PipelineElement) {
    let shape = element.shape;
    let place = |start: u8| {
        if shape.allocated() {
            i32::from(start)
        } else {
            -1
        }
    };
    let indices = element.indices_in(psv).unwrap();
    dump.heading("PSVSignatureElement:");
    dump.value("SemanticName:", element.name_in(psv).unwrap());
    dump.numbers("SemanticIndex:", indices);
    dump.value("IsAllocated:", u8::from(shape.allocated()));
    dump.value("StartRow:", place(element.start_row));
    dump.value("StartCol:", place(shape.start_col()));
    dump.value("Rows:", element.rows);
    dump.value("Cols:", shape.cols());
    dump.value("SemanticKind:", element.kind);
    dump.value("InterpolationMode:", element.interpolation.0);
    dump.value("OutputStream:", element.mask_and_stream.stream());
    dump.value("ComponentType:", element.component_type.0);
    dump.value("DynamicIndexMask:", element.mask_and_stream.dynamic_mask());
}

/// A mask of outputs for each component of the inputs; nothing where one of them has none.
fn compare_table<W: Numbers>(
    dump: &mut Dump<'_>,
    inputs: &str,
    outputs: &str,
    table: Option<Table<W>>,
) {
    let heading = format!("{inputs} contributing to computation of {outputs}:");
    let table = table.filter(|table| table.inputs() > 0 && table.outputs() > 0);
    let Some(table) = table else {
        return dump.components(&heading, []);
    };
    dump.heading(&heading);
    for input in 0..table.inputs() {
        let label = format!("{inputs}[{input}] influencing {outputs} :");
        dump.components(&label, table.outputs_of(input).unwrap().iter());
    }
}

/// The masks of outputs that depend on the view, and the tables of outputs that depend on inputs.
fn compare_dependencies<W: Numbers>(
    dump: &mut Dump<'_>,
    info: &RuntimeInfo,
    dependencies: Dependencies<W>,
) {
    let streams = || (0..4).take_while(|stream| dependencies.outputs_on_view(*stream).is_some());
    if info.uses_view_id().unwrap().get() {
        for stream in streams() {
            dump.heading(&format!(
                "Outputs affected by ViewID as a bitmask for stream {stream}:"
            ));
            let mask = dependencies.outputs_on_view(stream).unwrap();
            let label = format!("ViewID influencing Outputs[{stream}] :");
            dump.components(&label, mask.iter());
        }
        if let Some(mask) = dependencies.patches_or_primitives_on_view() {
            dump.heading("PCOutputs affected by ViewID as a bitmask:");
            dump.components("ViewID influencing PCOutputs :", mask.iter());
        }
    }
    for stream in streams() {
        let heading = "Outputs affected by inputs as a table of bitmasks for stream";
        dump.heading(&format!("{heading} {stream}:"));
        let table = dependencies.outputs_on_inputs(stream);
        compare_table(dump, "Inputs", &format!("Outputs[{stream}]"), table);
    }
    if let Some(table) = dependencies.patches_on_inputs() {
        dump.heading("Patch constant outputs affected by inputs as a table of bitmasks:");
        compare_table(dump, "Inputs", "PatchConstantOutputs", Some(table));
    }
    if let Some(table) = dependencies.outputs_on_patches() {
        dump.heading("Outputs affected by patch constant inputs as a table of bitmasks:");
        compare_table(dump, "PatchConstantInputs", "Outputs", Some(table));
    }
}

fn compare_part(dump: &mut Dump<'_>, psv: &PipelineStateValidation) {
    dump.heading("DxilPipelineStateValidation:");
    compare_info(dump, psv);
    dump.value("ResourceCount :", psv.resources.len());
    for resource in psv.resources.iter() {
        compare_resource(dump, resource);
    }
    let elements = [&psv.inputs, &psv.outputs, &psv.patches_or_primitives];
    for element in elements.into_iter().flat_map(|elements| elements.iter()) {
        compare_element(dump, psv, element);
    }
    // Compute and amplification shaders have neither inputs nor outputs.
    let stage = psv.info.shader_stage();
    let stage =
        stage.filter(|stage| !matches!(*stage, ShaderStage::Compute | ShaderStage::Amplification));
    if stage.is_some() {
        compare_dependencies(dump, &psv.info, psv.dependencies());
    }
    dump.end();
}

#[test]
fn psv0_equals_the_dump_of_dxc() {
    let (mut compared, mut differences) = (0, Vec::new());
    for path in tests::containers(&tests::data().join("dxc")) {
        let Ok(text) = std::fs::read_to_string(path.with_extension("psv.txt")) else {
            continue;
        };
        let container = tests::opened(std::fs::read(&path).unwrap());
        let name = path.display().to_string();
        let mut dump = Dump::new(&name, &text);
        compare_part(&mut dump, &container.psv0().unwrap().unwrap().to_value());
        compared += dump.compared;
        differences.extend(dump.differences);
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
    assert!(compared >= 2800, "{compared}");
}
