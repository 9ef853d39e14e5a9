extension LintEvidence {
    /// What the rules for updates rest on, and for one response after the other.
    static let update: [LintEvidence] = [
        .init(
            "update-empty",
            "the update as it arrived: no byte",
            otherwise: "a body that was lost on the way: the advice asks whether it was sent"),
        .init(
            "update-malformed",
            "the update as it arrived: not JSON with texts under data",
            otherwise: "something on the way put text into what is sent as text/html: why says so"),
        .init(
            "update-unasked",
            "the update as it arrived, to a request without tags",
            otherwise: "a cache on the way gave another client's: why says so"),
        .init(
            "update-undeclared",
            "the update as it arrived and the response's headers",
            otherwise: "headers that were changed on the way: the advice begins with comparing"),
        .init(
            "page-undeclared",
            "a page and headers that announce an update",
            otherwise: "something in front of the server sent the page: the advice begins with that"),
        .init(
            "update-missing-blocks",
            "the update as it arrived and the stored page's blocks",
            otherwise: "comments or data that were lost on the way: why and advice say so"),
        .init(
            "update-unknown-blocks",
            "the update as it arrived and the stored page's blocks",
            otherwise:
                "comments that were removed from the page: told where the stored page has none and its template-tag "
                + "is another's"),
        .init(
            "update-wrong-hash",
            "the SHA-1 of the merged page and html-sha1",
            otherwise:
                "another digest, named where it is known; a page that changed on the way, or between two responses"
        ),
        .init(
            "update-unproven",
            "the update as it arrived: neither html-sha1 nor a SHA-1 as ETag",
            otherwise: "nothing: none stands there"),
        .init(
            "html-sha1-missing",
            "the update as it arrived",
            otherwise: "nothing: none stands there"),
        .init(
            "html-sha1-wrong",
            "a hash in the headers and the SHA-1 of the page",
            otherwise: "a page that was changed on the way, or another digest: why says so"),
        .init(
            "html-sha1-upper-case",
            "the update as it arrived: the page's SHA-1 in upper case",
            otherwise: "nothing: the phones compare byte for byte"),
        .init(
            "template-tag-differs",
            "the update as it arrived and the response's headers",
            otherwise: "a header that was changed on the way: the advice begins with comparing"),
        .init(
            "template-tag-other",
            "the template tags of the request and of the update to it",
            otherwise: "a tag that was changed on the way: why says so, and the finding where the two differ"),
        .init(
            "etag-same-body-differs",
            "one ETag on the stored page and on the one that came, and their bytes",
            otherwise:
                "a page that was changed on the way: why says so; silent where a person edited one of the two"
        ),
        .init(
            "template-same-page-whole",
            "one template-tag, one template, byte for byte, and other data",
            otherwise:
                "reasons of the server's, or a header that was lost: why says so; silent where the template differs"
        ),
        .init(
            "etag-same-page-sent",
            "If-None-Match as it went out, and the same page with status 200",
            otherwise: "a proxy that takes the header out: why says so"),
        .init(
            "template-tag-unsteady",
            "the stored version and the page that came: one template, two tags",
            otherwise:
                "one change of how tags are computed, or of what is removed on the way: why says so, and it is no "
                + "error"),
        .init(
            "template-tag-stuck",
            "the stored version and the page that came: two templates, one tag",
            otherwise:
                "a page that was changed on the way: why says so; silent where a person edited one of the two"
        ),
        .init(
            "template-drifts",
            "the stored version and the page that came, which differ in numbers only",
            otherwise: "a release that changes a version: the advice says so; other changes are silent"),
        .init(
            "template-unsteady",
            "three whole pages in a row that differ at one place",
            otherwise:
                "a person who edits between loads: the advice says so; 304s, updates and pages that turn back are "
                + "silent"),
    ]

    /// What the rules rest on for what comes before there is a page.
    static let course: [LintEvidence] = [
        .init(
            "status-error",
            "the status",
            otherwise: "a proxy that answers in the server's place: why says so"),
        .init(
            "sonic-unavailable",
            "503 with accept-diff, and a page without",
            otherwise: "something in front of the server, or trouble that passes: why says so"),
        .init(
            "not-modified-unasked",
            "304 to a request without a validator",
            otherwise: "a cache on the way: the advice says so"),
        .init(
            "redirect-nowhere",
            "a redirect without Location",
            otherwise: "nothing: no client can follow it; an empty Location is told as such"),
        .init(
            "redirect-loop",
            "some twenty redirects in a row",
            otherwise: "a site that waits for a cookie that is not kept: why says so"),
        .init(
            "answer-incomplete",
            "fewer bytes than announced, or a connection that broke off",
            otherwise: "the network: why says so"),
        .init(
            "content-coding-wrong",
            "a body that its coding cannot be taken off",
            otherwise: "a proxy that compresses: the advice says so"),
        .init(
            "answer-too-large",
            "more bytes than this client takes",
            otherwise: "nothing: the bytes were counted"),
    ]
}
