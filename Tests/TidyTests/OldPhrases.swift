import Glibc

/// Former phrases of texts for readers, and their replacements. They match as whole words, and without regard to case
/// unless they have capitals themselves; each is long enough not to match correct English.
enum OldPhrases {
    static let written: [String: String] = [
        // Requests and responses
        "asked again": "requested again, or retried after a failure", "asked for again": "requested again",
        "waiting for the answer": "waiting for the response", "no answer came": "no response was received",
        "the server's answer": "the server's response", "the answer has not come": "no response yet",
        "the answer under way": "the response under way", "the answer to a form": "the response to a form",
        "the heads of": "the headers of", "heads and bodies": "headers and bodies",
        "head and body": "headers and body",
        "came whole": "was received in full, full page received", "came for a page of": "received X of Y",
        "no new page came": "no new page received", "was edited by hand: what is found": "was edited",
        "as if it had never been seen": "without stored data", "as if never seen": "without stored data",
        "no server is asked": "nothing is requested", "ask no server": "request nothing",
        "the server was not asked": "no request was sent", "nobody is told": "nothing is reported",
        "is the server's current one": "is up to date", "is other on each": "differs on each",
        // Interception
        "HOLDING": "INTERCEPT ON", "HELD": "INTERCEPTED 2",
        "held by hand": "intercepted for 3 s", "held from now on": "intercepting",
        "lets it go": "forwards it",
        "nothing is held": "interception off, nothing is intercepted", "what is held": "what is intercepted",
        "let go as it was": "forwarded unchanged", "let you go": "forward", "let them go": "forward them",
        "lets them go": "forwards them", "what to hold": "what to intercept",
        "drop what is held": "drop what is intercepted",
        // Resending
        "send aside": "resend", "sent aside": "resent", "sending it aside": "resending it",
        "edit and send": "edit and resend", "what is not so": "overrides", "not so:": "overrides:",
        "lie about": "override", "there is no lie": "unknown override", "--lie": "--override",
        "--aside": "--no-store", "held against": "compared with",
        // Errors
        "stands here a second": "duplicate", "stands nowhere": "is not in", "belongs here": "expected X",
        "takes no words": "takes no arguments", "takes no further words": "takes no arguments",
        "takes nothing behind": "takes no arguments", "behind its name": "takes X, requires X",
        "taken over": "not changed", "is no interval": "invalid interval", "is no theme": "unknown theme",
        "is no key": "is not a valid key", "is no letter": "is not a letter",
        "is no address": "is not a valid address", "is no header": "is not a valid header",
        "is no place": "is not a valid position", "is no status": "is not a valid status",
        "is no method": "is not a valid method", "is no text": "is not text", "is no json": "is not JSON",
        "is no utf-8": "is not UTF-8", "are no utf-8": "are not UTF-8", "is no folder": "is not a folder",
        "is no regular file": "is not a regular file", "is no css": "is not CSS",
        "there is no option": "unknown option", "there is no command": "unknown command",
        "there is no theme": "unknown theme", "there is no layout": "unknown layout",
        "there is no outcome": "unknown outcome", "nothing fits": "no matches",
        // The browser
        "session apart": "inspect the session", "session taken apart": "the session inspected",
        "draw the screen anew": "redraw the screen", "drawn anew": "redrawn", "loads itself anew": "reloads",
        "this place is": "mark a set", "no place is": "mark a is not set",
        "no place of this page": "mark a is not set on this page",
        "given to the terminal": "copied", "the mouse is the terminal's": "mouse released to the terminal",
        "go on under another": "switch to another account", "from here on": "switched to",
        "files on their way": "downloads", "the files go on": "the downloads continue",
        "go on with a file": "resume a download", "marks of a search": "search highlighting",
        "take the marks away": "clear the highlighting",
        "” is not here": "not found: “…”", "look for a text": "search for text", "tells more": "has details",
        "says more)": "press ! for details)", "walks on": "goes to the next", "put away": "unloaded",
        "told line by line": "listed line by line", "take the header": "remove the header",
        "take its bookmark": "remove its bookmark", "bookmark is taken away": "bookmark is removed",
        "shows how it came to that": "shows why", "how it came to that": "why",
        // The command line
        "look at pages again": "poll pages", "looks at each page": "polls of each page",
        "one look to the next": "interval between polls", "believe any": "accept any",
        "believe only": "accept only", "is believed": "is accepted", "farewell": "linger",
        "mend": "fix", "mended": "fixed", "tell each": "explain each, print each",
        "begun ahead": "loaded ahead",
    ]

    /// The first of the phrases in a text.
    static func first(in text: some StringProtocol) -> String? {
        let (original, lower) = (String(text), text.lowercased())
        return phrases.first { phrase, hasCapitals in
            let text = hasCapitals ? original : lower
            guard strstr(text, phrase) != nil else { return false }
            return text.ranges(of: phrase).contains { range in
                let before = text[..<range.lowerBound].last ?? " "
                let after = text[range.upperBound...].first ?? " "
                return ![before, after].contains { $0.isLetter || $0.isNumber }
            }
        }?.phrase
    }

    private static let phrases = written.keys.sorted().map {
        (phrase: $0, hasCapitals: $0.contains(where: \.isUppercase))
    }

    /// The strings on a line of Swift; the whole line within a multi-line string. A string that consists of a phrase
    /// alone is a name that stays, such as a JSON member or an option's former name.
    static func texts(in line: Substring, isWithinText: Bool) -> [Substring] {
        if isWithinText { return [line] }
        guard !line.drop(while: { $0 == " " }).hasPrefix("//") else { return [] }
        let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
        return parts.indices.filter { $0 % 2 == 1 }.map { parts[$0] }.filter { written[String($0)] == nil }
    }

    /// The text of a document's line, without its quotations of code.
    static func prose(of line: Substring) -> String {
        let parts = line.split(separator: "`", omittingEmptySubsequences: false)
        return parts.indices.filter { $0 % 2 == 0 }.map { String(parts[$0]) }.joined(separator: "`")
    }
}
