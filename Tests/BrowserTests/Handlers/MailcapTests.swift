import Testing

@testable import Browser

@Suite struct MailcapTests {
    private func mailcap(_ text: String) -> Mailcap {
        var mailcap = Mailcap()
        mailcap.append(text)
        return mailcap
    }

    @Test func `entries follow the order of the files`() {
        var files = mailcap("image/png; first '%s'\n")
        files.append("image/*; second %s\ntext/plain; third\n")
        #expect(files.entries(for: "IMAGE/PNG").map(\.command) == ["first '%s'", "second %s"])
        #expect(files.entries(for: "image/gif").map(\.command) == ["second %s"])
        #expect(files.entries(for: "application/zip").isEmpty)
    }

    @Test func `comments, blank lines and continuation lines are parsed`() {
        let read = mailcap(
            """
            # a comment
              # another; one

            application/pdf; \\
              view %s; \\
              test=test -n "$DISPLAY"
            text; less
            application/x-long;a\\
            """)
        #expect(read.entries.map(\.type) == ["application/pdf", "text/*", "application/x-long"])
        #expect(read.entries[0].command == "view %s")
        #expect(read.entries[0].test == "test -n \"$DISPLAY\"")
        #expect(read.entries[2].command == "a")
    }

    @Test func `fields may contain escaped semicolons`() {
        let entry = mailcap(
            #"a/b; one %s \; two "x\"y"; needsterminal; nametemplate=%s.html; description=D\;E"#
        ).entries[0]
        #expect(entry.command == #"one %s ; two "x\"y""#)
        #expect(entry.place == .terminal)
        #expect(entry.nameTemplate == "%s.html")
    }

    @Test func `a file name follows the entry's nametemplate`() {
        let entry = mailcap("text/html; x %s; nametemplate=%s.html").entries[0]
        #expect(entry.name(for: "page") == "page.html")
        #expect(entry.name(for: "page.html") == nil)
        #expect(mailcap("a/b; x; nametemplate=../%s").entries[0].name(for: "y") == nil)
        #expect(mailcap("a/b; x; nametemplate=%s$(reboot)").entries[0].name(for: "y") == nil)
    }
}

@Suite struct ShellTemplateTests {
    private let hostile = "/tmp/a'b\"c $(touch x) `id`; rm -rf ~ &"

    private func template(_ line: String, _ value: String) throws(ShellTemplate.Failure) -> ShellTemplate {
        try ShellTemplate(line, value: value, type: "a/b")
    }

    @Test
    func `placeholders for the type and its parameters, which are empty, are supported, others are not`()
        throws
    {
        let made = try template("x %t %{charset} %{other} 100%% 5\\%", "/f")
        #expect(made.arguments == ["a/b", "", ""])
        #expect(made.script == "x \"${1}\" \"${2}\" \"${3}\" 100% 5%")
        #expect(!made.namesValue)
        #expect(throws: ShellTemplate.Failure.unknownPlace("%n")) { try template("x %n", "/f") }
        #expect(throws: ShellTemplate.Failure.unknownPlace("%{")) { try template("x %{charset", "/f") }
    }

    @Test func `quotes and backslashes of the line are kept`() throws {
        let line = #"a 'b "c"' "d 'e' \"f\"" \' g\ h"#
        #expect(try template(line, hostile).script == line)
    }

    @Test func `a browser list puts the address into each command`() {
        let lines = ShellTemplate.browsers(in: "firefox: lynx %s :: x --url=http%c//%s")
        #expect(lines == ["firefox %s", " lynx %s ", " x --url=http://%s"])
        #expect(ShellTemplate.browsers(in: "").isEmpty)
        #expect(ShellTemplate.browsers(in: " : ").isEmpty)
    }
}
