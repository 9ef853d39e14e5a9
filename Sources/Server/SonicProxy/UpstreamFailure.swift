import CCurl
import Glibc
import SonicServer

/// The reason why the upstream sent no response, or only a part of one.
struct UpstreamFailure: Error, Equatable {
    /// 502; 504 after a timeout, 503 if this machine lacks resources for the request.
    let status: Int
    /// The reason, in a sentence.
    let sentence: String

    init(_ sentence: String, status: Int = 502) {
        self.status = status
        self.sentence = sentence
    }

    /// Creates the failure of a libcurl result.
    ///
    /// - Parameters:
    ///   - reason: The underlying system error number; 0 for none.
    ///   - detail: libcurl's own description; empty for none.
    init(_ code: CURLcode, reason: Int32, detail: String, at origin: String, silence seconds: Int) {
        let words = detail.isEmpty ? String(cString: late_easy_strerror(code)) : detail
        if code == CURLE_OUT_OF_MEMORY || [EMFILE, ENFILE, ENOMEM, ENOBUFS].contains(reason) {
            let lack = reason == 0 ? "out of memory" : String(cString: strerror(reason))
            self.init(
                "The upstream \(origin) was not contacted: \(lack). Try again in a moment.", status: 503)
            return
        }
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST:
            self.init("The name of the upstream \(origin) cannot be resolved: \(words).")
        case CURLE_COULDNT_CONNECT:
            self.init("The upstream \(origin) cannot be reached: \(words).")
        case CURLE_OPERATION_TIMEDOUT:
            self.init("The upstream \(origin) sent nothing for \(seconds) seconds.", status: 504)
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE:
            self.init("The upstream \(origin) cannot be trusted: \(words).")
        case CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_GOT_NOTHING:
            self.init(
                "The upstream \(origin) closed the connection before its response was complete: \(words).")
        case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL:
            self.init("The upstream \(origin) does not speak HTTP: \(words).")
        default:
            self.init("The upstream \(origin) sent no response: \(words).")
        }
    }

    /// The error page with the reason.
    var page: ServerResponse {
        let title =
            switch status {
            case 503: "Service unavailable"
            case 504: "Gateway timeout"
            default: "Bad gateway"
            }
        let page = ErrorPage.trouble(status, title, sentence).noting(sentence)
        return status == 503 ? page.with("Retry-After", "1") : page
    }
}
