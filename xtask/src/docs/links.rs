//! Checks that each link of the site has a target.

use std::collections::{BTreeMap, BTreeSet};

/// Links without a target, each as a sentence; `beside` are files that other commands generated.
pub(super) fn broken(files: &BTreeMap<String, String>, beside: &[String]) -> Vec<String> {
    let anchors: BTreeMap<&str, BTreeSet<&str>> = files
        .iter()
        .map(|(name, text)| (name.as_str(), attributes(text, " id=\"").collect()))
        .collect();
    let mut broken = Vec::new();
    for (from, href) in links(files) {
        let (path, anchor) = href.split_once('#').unwrap_or((href, ""));
        let path = resolved(from, path);
        match anchors.get(path.as_str()) {
            None if beside.contains(&path) => {}
            None => broken.push(format!("{from} links to {path}, which is not there")),
            Some(of) if !anchor.is_empty() && !of.contains(anchor) => {
                broken.push(format!(
                    "{from} links to {path}#{anchor}, which is not there"
                ));
            }
            Some(_) => {}
        }
    }
    broken.sort();
    broken.dedup();
    broken
}

/// The number of links within the site.
pub(super) fn count(files: &BTreeMap<String, String>) -> usize {
    links(files).count()
}

/// The links within the site, and the pages that contain them.
fn links(files: &BTreeMap<String, String>) -> impl Iterator<Item = (&str, &str)> {
    let pages = files.iter().filter(|(name, _)| name.ends_with(".html"));
    pages
        .flat_map(|(name, text)| {
            attributes(text, " href=\"").map(move |href| (name.as_str(), href))
        })
        .filter(|(_, href)| !href.contains(':'))
}

fn attributes<'t>(text: &'t str, name: &'t str) -> impl Iterator<Item = &'t str> {
    text.match_indices(name).filter_map(move |(at, _)| {
        let value = &text[at + name.len()..];
        value.find('"').map(|end| &value[..end])
    })
}

/// The target path of a link, from the root of the site.
fn resolved(from: &str, path: &str) -> String {
    if path.is_empty() {
        return from.to_owned();
    }
    let mut folders: Vec<&str> = from.split('/').collect();
    folders.pop();
    for step in path.split('/') {
        match step {
            ".." => drop(folders.pop()),
            step => folders.push(step),
        }
    }
    folders.join("/")
}
