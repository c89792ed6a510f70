//! Prints a container like FXC: its buffers, bindings and signatures in comments, then the program.

use alloc::vec::Vec;
use core::fmt;

use super::bindings::write_bindings;
use super::buffers::write_buffers;
use super::interfaces::write_interfaces;
use super::signatures::write_signature;
use crate::instructions::GlobalFlags;
use crate::level9;
use crate::signatures::Direction;
use dxc_format::Container;
use dxc_format::constants::{FeatureFlags, TessellatorDomain, TessellatorOutputPrimitive};
use dxc_format::debug::DebugNameView;
use dxc_format::digest::Verdict;
use dxc_format::interfaces::InterfacesView;
use dxc_format::level9::Level9ProgramView;
use dxc_format::parts::PartView;
use dxc_format::rdef::ResourceDefinitionsView;
use dxc_format::runtime::bounded::Bounded;
use dxc_format::signature::SignatureView;
use dxc_format::statistics::{Counters, StatisticsView, TessellatorPartitioning};
use dxc_format::tokens::TokenizedProgramView;
use dxc_format::{Limits, Result};
use dxc_text::Printable;

/// The name of the compiler in FXC's listing if RDEF stores none.
const DISASSEMBLER: &str = "Microsoft (R) D3D Shader Disassembler";

/// The feature in FXC's listing that has no flag in SFI0.
const EARLY_DEPTH_STENCIL: &str = "Early depth-stencil";

/// A container as `fxc /dumpbin` prints it: RDEF, SFI0 and the signatures in comments, then the program.
///
/// Without signatures of inputs and outputs it is the programs alone: those for feature level 9 in `Aon9`, `XNAP` and `XNAS`,
/// then the one of SHDR or SHEX. The text ends early if it exceeds the `output` of
/// [`Limits::of_input`]: parts may reference one long name any number of times.
#[derive(Clone, Debug)]
pub struct Listing<'a> {
    program: TokenizedProgramView<'a>,
    reflection: Option<ResourceDefinitionsView<'a>>,
    features: FeatureFlags,
    /// Whether the digest is of the variant for shaders that need the debug layer.
    needs_debug_layer: bool,
    debug_name: Option<DebugNameView<'a>>,
    signatures: [Option<(Direction, SignatureView<'a>)>; 3],
    interfaces: Option<InterfacesView<'a>>,
    statistics: Option<StatisticsView<'a>>,
    /// The programs for feature level 9, by their titles.
    level9: Vec<(&'static str, Level9ProgramView<'a>)>,
    /// The maximum number of bytes to print.
    limit: u64,
}

/// The output of `fxc /dumpbin` for the container; `None` if it has no program of shader model 4 or 5.
///
/// ```no_run
/// # fn main() -> dxc_format::Result<()> {
/// # let file = [];
/// let container = dxc_format::Container::parse(&file)?;
/// if let Some(listing) = dxc_shader::assembly::listing(&container)? {
///     print!("{listing}");
/// }
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// If a part that the listing shows cannot be read.
pub fn listing<'a>(container: &Container<'a>) -> Result<Option<Listing<'a>>> {
    listing_within(container, Limits::of_input(container.as_bytes().len()))
}

/// [`listing`] with another limit of the output.
///
/// # Errors
/// If a part that the listing shows cannot be read.
pub fn listing_within<'a>(
    container: &Container<'a>,
    limits: Limits,
) -> Result<Option<Listing<'a>>> {
    let Some(program) = crate::psv0::tokenized_program(container)? else {
        return Ok(None);
    };
    let mut signatures = [None; 3];
    for (direction, signature) in crate::signatures(container)? {
        let place = match direction {
            Direction::Input => 1,
            Direction::Output => 2,
            _ => 0,
        };
        signatures[place] = Some((direction, signature));
    }
    let statistics = match container.stat()? {
        Some(PartView::Statistics(statistics)) => Some(statistics),
        _ => None,
    };
    Ok(Some(Listing {
        program,
        reflection: container.rdef()?,
        features: container
            .sfi0()?
            .map_or(FeatureFlags::default(), |part| part.flags()),
        needs_debug_layer: container.verify_digest() == Verdict::Debug,
        debug_name: container.ildn()?,
        signatures,
        interfaces: container.ifce()?,
        statistics,
        level9: level9::programs(container)?,
        limit: limits.output,
    }))
}

impl fmt::Display for Listing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let note = "// The rest exceeds the limit of a listing.";
        Bounded::print(f, self.limit, note, |f| self.write(f))
    }
}

impl Listing<'_> {
    fn write(&self, f: &mut dyn fmt::Write) -> fmt::Result {
        let [_, input, output] = self.signatures;
        if input.is_none() || output.is_none() {
            return self.write_programs(f);
        }
        self.write_notes(f)?;
        if let Some(reflection) = &self.reflection {
            write_buffers(f, reflection)?;
            write_bindings(f, reflection)?;
        }
        let mut separator = match &self.reflection {
            Some(_) => "//\n",
            None => "",
        };
        let version = self.program.version();
        for (direction, signature) in self.signatures.iter().flatten() {
            f.write_str(separator)?;
            write_signature(f, *direction, *signature, version)?;
            separator = "//\n";
        }
        self.write_properties(f)?;
        if let Some(interfaces) = &self.interfaces {
            write_interfaces(f, interfaces)?;
        }
        self.write_programs(f)?;
        let counters = self.statistics.as_ref().map(|part| part.counters());
        let count = counters.map_or(0, |counters| counters.instruction_count);
        let count = count.cast_signed();
        writeln!(f, "// Approximately {count} instruction slots used")
    }

    /// Prints the programs for feature level 9, and the program of SHDR or SHEX.
    fn write_programs(&self, f: &mut dyn fmt::Write) -> fmt::Result {
        for (title, program) in &self.level9 {
            level9::write_section(f, title, program)?;
        }
        write!(f, "{}", crate::assembly::disassemble(&self.program))
    }

    /// Prints the compiler, and the features that the shader requires.
    fn write_notes(&self, f: &mut dyn fmt::Write) -> fmt::Result {
        let reflection = self.reflection.as_ref();
        let creator = reflection.and_then(|part| part.creator().as_str());
        let creator = creator.unwrap_or(DISASSEMBLER);
        write!(f, "//\n// Generated by {}\n//\n//\n", Printable(creator))?;
        if self.needs_debug_layer {
            f.write_str(
                "// Note: SHADER WILL ONLY WORK WITH THE DEBUG SDK LAYER ENABLED.\n//\n//\n",
            )?;
        }
        let mut is_first = true;
        for feature in self.features() {
            if is_first {
                f.write_str("// Note: shader requires additional functionality:\n")?;
            }
            is_first = false;
            writeln!(f, "//       {feature}")?;
        }
        f.write_str(if is_first { "" } else { "//\n//\n" })
    }

    /// The features of SFI0, and those that the flags of the program require.
    fn features(&self) -> impl Iterator<Item = &'static str> {
        let declared = crate::assembly::declarations(&self.program).global_flags();
        let required = declared.iter().filter_map(GlobalFlags::feature);
        let features = required.fold(self.features, |all, feature| all | feature);
        let features = features.iter().filter(|feature| feature.fxc());
        let is_early = declared.contains(GlobalFlags::FORCE_EARLY_DEPTH_STENCIL);
        let early = is_early.then_some((1, EARLY_DEPTH_STENCIL));
        // Early depth-stencil comes after doubles, which is the first feature.
        let mut names: Vec<(u64, &str)> = features
            .filter_map(|feature| Some((feature.0, feature.description()?)))
            .chain(early)
            .collect();
        names.sort_by_key(|(value, _)| *value);
        names.into_iter().map(|(_, name)| name)
    }

    /// Prints properties of the shader that are not in its tables.
    fn write_properties(&self, f: &mut dyn fmt::Write) -> fmt::Result {
        if let Some(part) = &self.debug_name {
            let name = part.name().split(|byte| *byte == 0).next();
            let name = alloc::string::String::from_utf8_lossy(name.unwrap_or_default());
            writeln!(f, "// Debug name: {}", Printable(&name))?;
        }
        let Some(counters) = self.statistics.as_ref().map(|part| part.counters()) else {
            return Ok(());
        };
        if counters.sample_frequency().unwrap_or_default() != 0 {
            f.write_str("// Pixel Shader runs at sample frequency\n//\n")?;
        }
        write_tessellation(f, &counters)
    }
}

/// Prints the inputs of the tessellator.
fn write_tessellation(f: &mut dyn fmt::Write, counters: &Counters) -> fmt::Result {
    let domain = counters.tessellator_domain().unwrap_or_default();
    let points = counters.control_points().unwrap_or_default();
    if domain != TessellatorDomain::Undefined || points != 0 {
        let domain = titled(domain.fxc_title());
        f.write_str("// Tessellation Domain   # of control points\n")?;
        f.write_str("// -------------------- --------------------\n")?;
        write!(f, "// {domain:<20} {points:>20}\n//\n")?;
    }
    let primitive = counters.hs_output_primitive().unwrap_or_default();
    let partitioning = counters.hs_partitioning().unwrap_or_default();
    if primitive != TessellatorOutputPrimitive::Undefined
        || partitioning != TessellatorPartitioning::Undefined
    {
        let [primitive, partitioning] =
            [primitive.fxc_title(), partitioning.fxc_title()].map(titled);
        f.write_str("// Tessellation Output Primitive  Partitioning Type \n")?;
        f.write_str("// ------------------------------ ------------------\n")?;
        write!(f, "// {primitive:<30} {partitioning:<18}\n//\n")?;
    }
    Ok(())
}

/// The description of a value in the comments of listings.
fn titled(title: Option<&'static str>) -> &'static str {
    title.unwrap_or("<internal error>")
}
