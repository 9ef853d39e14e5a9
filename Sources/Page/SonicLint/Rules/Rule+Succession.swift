import SonicProtocol

extension RuleID {
    /// Rules about consecutive responses.
    public static let etagSamePageSent = RuleID("etag-same-page-sent"),
        templateTagUnsteady = RuleID("template-tag-unsteady"),
        templateTagStuck = RuleID("template-tag-stuck"),
        templateReturns = RuleID("template-returns"),
        templateDrifts = RuleID("template-drifts"),
        templateUnsteady = RuleID("template-unsteady")
}

extension Rule {
    /// Problems of consecutive responses.
    static let succession: [Rule] = [
        Rule(
            .etagSameBodyDiffers, .error, section: "etag",
            evidence: "one ETag on the stored and the received page, and their bytes",
            otherwise: "a page that was changed in between: the advice compares; edits by hand are ignored",
            why:
                "A validator must change with every byte: a client with the old page gets 304 and never "
                + "sees the new one. If the page was changed in between, the server's may be the same.",
            fix: ifSentSo("the page", "compute the ETag over the whole page.")),
        Rule(
            .templateSamePageWhole, .note, section: "server",
            evidence: "one template-tag, one template, byte for byte, and other data",
            otherwise:
                "a reason of the server, or a header that was lost: the explanation says so; not reported "
                + "if the template differs",
            why:
                "The request named the page's own template, so an update would have sufficed. The server "
                + "may have a reason: data that JSON cannot represent, or an update that is larger than the "
                + "page. The header may also have been lost in between.",
            fix:
                "Check that template-tag reaches the server as it is sent, and is compared without "
                + "quotes, under its name in lower case."),
        Rule(
            .etagSamePageSent, .note, section: "etag",
            evidence: "If-None-Match as it was sent, and the same page with status 200, whatever its ETag",
            otherwise: "a proxy that removes the header, as the advice says; a tag of the body sent is named",
            why: "The request named this very page in If-None-Match, so a 304 would have sufficed.",
            perhaps: "Proxies that change pages remove the header; a tag of the body sent differs each time.",
            fix:
                "Check that If-None-Match reaches the server, and is compared with the page's own tag, "
                + "without W/ and quotes, before anything else; turn off a framework's tags."),
        Rule(
            .templateTagUnsteady, .warning, section: "split",
            evidence: "the stored version and the received page: one template, two tags",
            otherwise:
                "one change of how tags are computed, or of what is removed in between: the explanation "
                + "says so, and it is not an error",
            why:
                "The template is the same, byte for byte, but its tag is not. If that continues, every "
                + "change is a template change. If it happens once, the tag may be computed in another way "
                + "than before, or something that is removed in between, such as a comment, may have "
                + "changed in the template.",
            fix:
                "Compare the page with the bytes that the server sent. If they are equal and the tag "
                + "changes on each load, compute it over the template alone: after cutting out title and "
                + "blocks, without times or salts."),
        Rule(
            .templateTagStuck, .error, section: "split",
            evidence: "the stored version and the received page: two templates, one tag",
            otherwise: "a page that was changed in between: the advice compares; edits by hand are ignored",
            why:
                "The template has changed, but its tag has not: a client with the old template gets data "
                + "that do not match it. If the page was changed in between, the server's template may be "
                + "the same.",
            fix: ifSentSo("the page", "compute the tag over the template that is sent, each time.")),
        Rule(
            .templateReturns, .warning, section: "split",
            evidence: "three full pages in a row: the first and last have one template, the second another",
            otherwise: "a change that was reverted: the advice says so; edits by hand are ignored",
            why:
                "Two servers behind one name that send different templates make each load a template "
                + "change, and every client's page is replaced in full. A change that was reverted looks "
                + "the same.",
            fix:
                "Run `sonic check URL`: its template-steady compares up to five loads over new "
                + "connections, without cookies and with those of the first load. If the template "
                + "alternates, deploy the same templates to all servers, or keep a client at one server; a "
                + "change that was reverted needs no action."),
        Rule(
            .templateDrifts, .note, section: "split",
            evidence: "the stored version and the received page, which differ only in numbers",
            otherwise: "a release that changes a version: the advice says so; other changes are not reported",
            why:
                "Numbers, times and tokens usually differ in each response. Outside the blocks each of "
                + "them makes another template, and the full page is sent.",
            fix: "If it differs on each load, put it into a block; a version that releases change may stay."),
        Rule(
            .templateUnsteady, .error, section: "split",
            evidence: "three full pages in a row that differ at one place",
            otherwise:
                "a person who edits between loads: the advice says so; 304s, updates and pages that "
                + "change back are not reported",
            why:
                "The last three times the full page was received, and the same place outside the blocks "
                + "differed each time: while that continues, every change is a template change.",
            fix:
                "Unless somebody edited the template between the loads, put what changes into a block: "
                + "tokens, times, numbers of visitors, random ids, advertisements."),
    ]
}
