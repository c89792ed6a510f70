//! Controls a browser like a user, through Chrome's DevTools protocol over a pipe.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

/// A page in a separate browser.
pub(crate) struct Browser {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    session: String,
    calls: u64,
    /// The requests and the errors of the page.
    events: Vec<Value>,
}

impl Browser {
    /// A browser with an empty page.
    pub(crate) fn new(name: &str) -> Self {
        let profile = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("devtools-{name}"));
        let _ = std::fs::remove_dir_all(&profile);
        // Chromium reads commands from file 3 and answers on file 4.
        let mut command = Command::new("sh");
        command.args([
            "-c",
            "exec chromium \"$@\" 3<&0 4>&1 >/dev/null 2>&1",
            "chromium",
        ]);
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
            // Pages from files may access each other, like pages of a server.
            "--allow-file-access-from-files",
            "--remote-debugging-pipe",
        ]);
        command.arg(format!("--user-data-dir={}", profile.display()));
        let spawned = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child = spawned.unwrap();
        let input = child.stdin.take().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let mut browser = Self {
            child,
            input,
            output,
            session: String::new(),
            calls: 0,
            events: Vec::new(),
        };
        let target = browser.call("Target.createTarget", json!({ "url": "about:blank" }));
        let attach = json!({ "targetId": target["targetId"], "flatten": true });
        let attached = browser.call("Target.attachToTarget", attach);
        browser.session = attached["sessionId"].as_str().unwrap().to_owned();
        for domain in ["Page", "Network", "Runtime", "Log", "DOM", "Accessibility"] {
            browser.call(&format!("{domain}.enable"), json!({}));
        }
        browser
    }

    /// Calls a method of the browser.
    pub(crate) fn call(&mut self, method: &str, params: Value) -> Value {
        self.calls += 1;
        let mut message = json!({ "id": self.calls, "method": method, "params": params });
        if !self.session.is_empty() {
            message["sessionId"] = self.session.as_str().into();
        }
        write!(self.input, "{message}\0").unwrap();
        self.input.flush().unwrap();
        loop {
            let answer = self.message();
            if answer["id"] == self.calls {
                assert!(
                    answer.get("error").is_none(),
                    "{method}: {}",
                    answer["error"]
                );
                return answer["result"].clone();
            }
            self.events.push(answer);
        }
    }

    fn message(&mut self) -> Value {
        let mut message = Vec::new();
        self.output.read_until(0, &mut message).unwrap();
        assert_eq!(
            message.pop(),
            Some(0),
            "chromium has gone; apt-get install chromium"
        );
        serde_json::from_slice(&message).unwrap()
    }

    /// Opens a page, and waits until it is ready.
    pub(crate) fn go(&mut self, page: &Path) {
        self.load(page);
        self.wait("document.documentElement?.dataset.ready");
    }

    /// Opens a page that does not report when it is ready.
    pub(crate) fn load(&mut self, page: &Path) {
        let url = format!("file://{}", page.display());
        self.call("Page.navigate", json!({ "url": url }));
        self.wait("document.readyState === 'complete'");
    }

    /// The result of a script, which may take some time.
    pub(crate) fn ask(&mut self, script: &str) -> Value {
        let params = json!({ "expression": script, "awaitPromise": true, "returnByValue": true });
        let answer = self.call("Runtime.evaluate", params);
        let problem = answer.get("exceptionDetails");
        assert!(problem.is_none(), "{script}: {}", problem.unwrap());
        answer["result"]["value"].clone()
    }

    /// The text of an element that a script returns.
    pub(crate) fn text(&mut self, script: &str) -> String {
        let text = self.ask(&format!("{script}.textContent"));
        text.as_str().unwrap().to_owned()
    }

    /// Waits until a script returns a true value.
    pub(crate) fn wait(&mut self, script: &str) {
        for _ in 0..600 {
            let answer = self.ask(script);
            if !matches!(answer, Value::Null | Value::Bool(false)) && answer != "" {
                return;
            }
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
        panic!(
            "this does not become true: {script}\n{:?}",
            self.complaints()
        );
    }

    /// Selects a file in the first or second file input, and waits until it is open.
    pub(crate) fn open(&mut self, index: usize, file: &Path) {
        self.ask("delete document.documentElement.dataset.ready");
        let script = format!("document.querySelector('input[data-file=\"{index}\"]')");
        let input = self.call("Runtime.evaluate", json!({ "expression": script }));
        let files = json!({ "objectId": input["result"]["objectId"], "files": [file] });
        self.call("DOM.setFileInputFiles", files);
        self.wait("document.documentElement.dataset.ready");
    }

    /// Opens a file and shows its fields.
    pub(crate) fn open_fields(&mut self, index: usize, file: &Path) {
        self.open(index, file);
        self.ask("views.forEach((view) => view.show('Fields'))");
        self.settle();
    }

    /// Sets the size of the window.
    pub(crate) fn size(&mut self, width: u32, height: u32) {
        let size =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.call("Emulation.setDeviceMetricsOverride", size);
        self.settle();
    }

    /// The preferred color scheme: `light` or `dark`.
    pub(crate) fn scheme(&mut self, scheme: &str) {
        let features = json!({ "features": [{ "name": "prefers-color-scheme", "value": scheme }] });
        self.call("Emulation.setEmulatedMedia", features);
    }

    /// Waits until changes are drawn.
    pub(crate) fn settle(&mut self) {
        self.ask("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))");
    }

    /// Moves the pointer to the center of an element that a script returns, and optionally clicks it.
    pub(crate) fn point(&mut self, script: &str, click: bool) {
        let place = self.ask(&format!(
            "(() => {{ const one = {script}; one.scrollIntoView({{ block: 'nearest' }}); const box = one.getBoundingClientRect(); return [box.x + Math.min(box.width, 300) / 2, box.y + box.height / 2]; }})()"
        ));
        let kinds: &[&str] = if click {
            &["mouseMoved", "mousePressed", "mouseReleased"]
        } else {
            &["mouseMoved"]
        };
        for kind in kinds {
            let event = json!({ "type": kind, "x": place[0], "y": place[1], "button": "left", "clickCount": 1 });
            self.call("Input.dispatchMouseEvent", event);
        }
        self.settle();
    }

    /// Presses a key.
    pub(crate) fn key(&mut self, key: &str) {
        let code = match key {
            "Tab" => 9,
            "Enter" => 13,
            "ArrowLeft" => 37,
            "ArrowUp" => 38,
            "ArrowRight" => 39,
            "ArrowDown" => 40,
            "End" => 35,
            "Home" => 36,
            _ => 0,
        };
        for kind in ["rawKeyDown", "keyUp"] {
            let event =
                json!({ "type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code });
            self.call("Input.dispatchKeyEvent", event);
        }
        self.settle();
    }

    /// A picture of the visible area.
    pub(crate) fn screenshot(&mut self, name: &str) -> PathBuf {
        self.settle();
        let taken = self.call("Page.captureScreenshot", json!({ "format": "png" }));
        let bytes = STANDARD.decode(taken["data"].as_str().unwrap()).unwrap();
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.png"));
        std::fs::write(&path, bytes).unwrap();
        path
    }

    /// Checks that there were no requests besides the page itself, and no errors.
    #[track_caller]
    pub(crate) fn assert_silent(&mut self) {
        assert_eq!(self.complaints(), [""; 0]);
    }

    /// Requests besides the page itself, and the errors of the page.
    fn complaints(&mut self) -> Vec<String> {
        self.ask("0");
        let events = self.events.iter().filter_map(|event| {
            let params = &event["params"];
            match event["method"].as_str()? {
                "Network.requestWillBeSent" => {
                    let url = params["request"]["url"].as_str()?;
                    let is_own = ["file:", "data:", "blob:"]
                        .iter()
                        .any(|own| url.starts_with(own));
                    (!is_own || params["type"] != "Document" && url.starts_with("file:"))
                        .then(|| format!("requested {url}"))
                }
                "Runtime.exceptionThrown" => Some(params.to_string()),
                "Log.entryAdded" => Some(params["entry"].to_string()),
                _ => None,
            }
        });
        events.collect()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
