//! Checks the fields of PSV0 that are specific to a stage.

use core::fmt::Display;

use super::place::is_known;
use super::rules::STAGE_VALUE;
use crate::finding::Findings;
use dxc_format::constants::{
    PrimitiveTopology, ShaderStage, TessellatorDomain, TessellatorOutputPrimitive,
};
use dxc_format::psv0::{DomainInfo, GeometryInfo, HullInfo, MeshInfo, PipelineStateValidation};
use dxc_format::runtime::attributes::Attributes;

/// The maximum number of control points of a patch.
const CONTROL_POINTS: u32 = 32;

/// The maximum number of vertices, and of primitives, that a mesh shader outputs.
const MESH_OUTPUTS: u32 = 256;

/// The maximum number of vertices that a geometry shader emits.
const GEOMETRY_OUTPUTS: u32 = 1024;

/// Checks the fields of the stage.
pub(super) fn check_stage_values(
    psv: &PipelineStateValidation,
    stage: ShaderStage,
    findings: &mut Findings,
) {
    let info = psv.info.record.stage_info;
    let mut values = Values {
        record: "",
        findings,
    };
    if let Some(hull) = info.hull(stage) {
        values.within("stage_info.hull").check_hull(&hull);
    }
    if let Some(domain) = info.domain(stage) {
        values.within("stage_info.domain").check_domain(&domain);
    }
    if let Some(geometry) = info.geometry(stage) {
        values
            .within("stage_info.geometry")
            .check_geometry(&geometry, used_streams(psv));
    }
    if let Some(mesh) = info.mesh(stage) {
        values
            .within("stage_info.mesh")
            .check_mesh(&mesh, psv.info.group_shared_bytes());
    }
    let extra = psv.info.extra_info().unwrap_or_default();
    if let Some(mesh) = extra.mesh(stage) {
        let values = values.within("extra_info.mesh");
        values.known("output_topology", mesh.output_topology);
    }
    if let Some(count) = extra.max_vertex_count(stage) {
        let most = GEOMETRY_OUTPUTS;
        values
            .within("extra_info")
            .at_most("max_vertex_count", count.into(), most);
    }
}

/// The mask of the streams that have outputs; the first stream, if there are no outputs.
fn used_streams(psv: &PipelineStateValidation) -> u32 {
    let streams = psv
        .outputs
        .iter()
        .map(|output| output.mask_and_stream.stream());
    let used = streams.fold(0, |mask, stream| mask | 1 << stream);
    used.max(1)
}

/// Checks the values of a record of the stage one after the other.
struct Values<'f> {
    /// The path of the record in the info.
    record: &'static str,
    findings: &'f mut Findings,
}

impl Values<'_> {
    /// Continues with another record.
    fn within(&mut self, record: &'static str) -> &mut Self {
        self.record = record;
        self
    }

    fn check_hull(&mut self, hull: &HullInfo) {
        let (domain, primitive) = (hull.tessellator_domain, hull.tessellator_output_primitive);
        self.known("tessellator_domain", domain);
        let holds = is_output_of(primitive, domain);
        let found = format_args!("{primitive} of the domain {domain}");
        self.check(holds, "tessellator_output_primitive", found);
        let (inputs, outputs) = (hull.input_control_points, hull.output_control_points);
        self.at_most("input_control_points", inputs, CONTROL_POINTS);
        self.at_most("output_control_points", outputs, CONTROL_POINTS);
    }

    fn check_domain(&mut self, domain: &DomainInfo) {
        self.known("tessellator_domain", domain.tessellator_domain);
        let points = domain.input_control_points;
        self.at_most("input_control_points", points, CONTROL_POINTS);
    }

    fn check_geometry(&mut self, geometry: &GeometryInfo, used: u32) {
        self.known("input_primitive", geometry.input_primitive);
        let topology = geometry.output_topology;
        let strips = [
            PrimitiveTopology::PointList,
            PrimitiveTopology::LineStrip,
            PrimitiveTopology::TriangleStrip,
        ];
        let holds = strips.contains(&topology);
        self.check(holds, "output_topology", topology);
        let mask = geometry.output_stream_mask;
        let found = format_args!("{mask:#x}, and elements are in the streams {used:#x}");
        self.check(mask == used, "output_stream_mask", found);
    }

    fn check_mesh(&mut self, mesh: &MeshInfo, shared: Option<u32>) {
        let dependent = mesh.group_shared_bytes_dependent_on_view_id;
        let field = "group_shared_bytes_dependent_on_view_id";
        self.check(dependent == 0, field, dependent);
        let (used, all) = (mesh.group_shared_bytes_used, shared.unwrap_or_default());
        let holds = shared.is_none_or(|all| all == used);
        let found = format_args!("{used}, but {all} in info.group_shared_bytes");
        self.check(holds, "group_shared_bytes_used", found);
        let (vertices, primitives) = (mesh.max_output_vertices, mesh.max_output_primitives);
        self.at_most("max_output_vertices", vertices.into(), MESH_OUTPUTS);
        self.at_most("max_output_primitives", primitives.into(), MESH_OUTPUTS);
    }

    fn check(&mut self, holds: bool, field: &str, found: impl Display) {
        let place = format_args!("info.{}.{field}", self.record);
        self.findings.check(holds, &STAGE_VALUE, place, found);
    }

    fn at_most(&mut self, field: &str, value: u32, most: u32) {
        let found = format_args!("{value}, of at most {most}");
        self.check(value <= most, field, found);
    }

    /// Checks that a value is known, and that it does not mean "none".
    fn known(&mut self, field: &str, value: impl Attributes) {
        let number = value.to_bits();
        self.check(number != 0 && is_known(value), field, number);
    }
}

/// Whether the tessellator of a domain outputs these primitives.
fn is_output_of(primitive: TessellatorOutputPrimitive, domain: TessellatorDomain) -> bool {
    match primitive {
        TessellatorOutputPrimitive::Point => true,
        TessellatorOutputPrimitive::Line => domain == TessellatorDomain::IsoLine,
        TessellatorOutputPrimitive::TriangleCW | TessellatorOutputPrimitive::TriangleCCW => {
            domain != TessellatorDomain::IsoLine
        }
        _ => false,
    }
}
