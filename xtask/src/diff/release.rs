//! Determines the release that follows from the changes.

use crate::root::root;

use super::rules::Class;

/// The step from the current version to the next one.
pub(super) struct Release {
    version: [u64; 3],
    class: Option<Class>,
}

impl Release {
    /// The release after the version that `Cargo.toml` states.
    pub(super) fn new(class: Option<Class>) -> Result<Self, String> {
        let path = root().join("Cargo.toml");
        let unreadable = |problem: &dyn std::fmt::Display| format!("{}: {problem}", path.display());
        let text = std::fs::read_to_string(&path).map_err(|problem| unreadable(&problem))?;
        let manifest: toml::Value =
            toml::from_str(&text).map_err(|problem| unreadable(&problem))?;
        // A crate outside of the repository states its own version.
        let tables = [manifest.get("workspace"), Some(&manifest)];
        let mut versions = tables.into_iter().flatten().filter_map(stated);
        let stated = versions.next();
        let stated = stated.ok_or_else(|| unreadable(&"it states no version"))?;
        Self::parse(stated, class).ok_or_else(|| unreadable(&"its version has not three numbers"))
    }

    fn parse(stated: &str, class: Option<Class>) -> Option<Self> {
        let numbers: Vec<u64> = stated
            .split(['.', '-', '+'])
            .take(3)
            .map_while(|number| number.parse().ok())
            .collect();
        Some(Self {
            version: numbers.try_into().ok()?,
            class,
        })
    }

    fn is_early(&self) -> bool {
        self.version[0] == 0
    }

    /// Which number of the version is raised: before 1.0, the second one for a breaking change, otherwise the third
    /// one.
    pub(super) fn step(&self) -> &'static str {
        let is_breaking = self.class.map(|class| class > Class::Additive);
        match (is_breaking, self.is_early()) {
            (None, _) => "none",
            (Some(true), false) => "major",
            (Some(true), true) | (Some(false), false) => "minor",
            (Some(false), true) => "patch",
        }
    }

    pub(super) fn from(&self) -> String {
        let [major, minor, patch] = self.version;
        format!("{major}.{minor}.{patch}")
    }

    pub(super) fn to(&self) -> String {
        let [major, minor, patch] = self.version;
        let [major, minor, patch] = match self.step() {
            "major" => [major + 1, 0, 0],
            "minor" => [major, minor + 1, 0],
            "patch" => [major, minor, patch + 1],
            _ => self.version,
        };
        format!("{major}.{minor}.{patch}")
    }
}

/// The version in the package table of a manifest.
fn stated(manifest: &toml::Value) -> Option<&str> {
    manifest.get("package")?.get("version")?.as_str()
}

impl std::fmt::Display for Release {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let rule = if self.is_early() {
            "before 1.0, what breaks raises the second number and anything else the third"
        } else {
            "what breaks raises the first number and anything else the second"
        };
        let class = self.class.map_or("nothing changed", Class::name);
        write!(
            formatter,
            "{class}: the next version is {} after {} ({rule})",
            self.to(),
            self.from()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_that_goes_up() {
        for (from, class, step, to) in [
            ("0.3.1", Class::WireBreaking, "minor", "0.4.0"),
            ("0.3.1", Class::SourceBreaking, "minor", "0.4.0"),
            ("0.3.1-rc.1", Class::Additive, "patch", "0.3.2"),
            ("1.2.3", Class::WireBreaking, "major", "2.0.0"),
            ("1.2.3", Class::Additive, "minor", "1.3.0"),
        ] {
            let release = Release::parse(from, Some(class)).expect("three numbers");
            assert_eq!(
                (release.step(), release.to().as_str()),
                (step, to),
                "{from}"
            );
        }
        assert_eq!(
            Release::parse("1.2.3", None).expect("three numbers").to(),
            "1.2.3"
        );
        assert!(Release::parse("1.2", None).is_none());
    }
}
