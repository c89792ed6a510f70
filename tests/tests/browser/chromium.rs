//! Headless Chromium: the content of a page after its scripts have run, and its appearance.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The preferred color scheme, with Chromium's numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Scheme {
    Dark = 0,
    Light = 1,
}

/// A browser with its own folder, since two must not share one, and without network.
fn browser(scheme: Scheme) -> Command {
    let thread = format!("chromium-{:?}", std::thread::current().id());
    let profile = Path::new(env!("CARGO_TARGET_TMPDIR")).join(thread);
    let mut command = Command::new("chromium");
    command.args([
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--hide-scrollbars",
        // Pages of a disk may look at one another, as those of a server may.
        "--allow-file-access-from-files",
        "--virtual-time-budget=120000",
    ]);
    command.arg(format!(
        "--blink-settings=preferredColorScheme={}",
        scheme as u8
    ));
    command.arg(format!("--user-data-dir={}", profile.display()));
    command
}

fn run(mut command: Command) -> Vec<u8> {
    let output = command.output();
    let output =
        output.unwrap_or_else(|problem| panic!("chromium: {problem}; apt-get install chromium"));
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    output.stdout
}

/// The text that a page's scripts leave in its `<pre id="result">`.
pub(crate) fn result(page: &Path, scheme: Scheme) -> String {
    let mut command = browser(scheme);
    command
        .arg("--dump-dom")
        .arg(format!("file://{}", page.display()));
    let dom = String::from_utf8(run(command)).unwrap();
    let text = dom
        .split_once("<pre id=\"result\">")
        .and_then(|(_, rest)| rest.split_once("</pre>"));
    let (text, _) = text.unwrap_or_else(|| panic!("no result in {dom}"));
    text.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&amp;", "&")
}

/// A picture of a page.
pub(crate) fn screenshot(page: &Path, name: &str, size: (u32, u32), scheme: Scheme) -> PathBuf {
    let picture = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.png"));
    let mut command = browser(scheme);
    command
        .arg(format!("--window-size={},{}", size.0, size.1))
        .arg(format!("--screenshot={}", picture.display()))
        .arg(format!("file://{}", page.display()));
    run(command);
    picture
}
