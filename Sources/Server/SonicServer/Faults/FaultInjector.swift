import SonicProtocol

/// Applies faults to valid answers.
struct FaultInjector: Sendable {
    /// The Sonic responder of the answer, used again if another response to the same page is needed.
    let responder: SonicResponder

    /// Returns the answer with a fault applied and noted. A missing response is unchanged, and so are responses to
    /// which the fault does not apply, as their note states.
    func spoil(_ answer: ServerAnswer, of request: ServerRequest, by fault: MeasuredFault) -> ServerAnswer {
        switch answer {
        case .response(let response):
            let ending = spoil(response, of: request, by: fault)
            switch ending {
            case .response(let spoilt):
                guard spoilt == response else { return .response(spoilt.noting(fault.fault)) }
                return .response(
                    spoilt.noting("fault \(fault.fault.rawValue) does not apply here"))
            case .late(let spoilt, let delay): return .late(spoilt.noting(fault.fault), after: delay)
            case .hangUp, .silence: return ending
            }
        case .late(let response, let delay):
            let ending = spoil(.response(response), of: request, by: fault)
            switch ending {
            case .response(let spoilt): return .late(spoilt, after: delay)
            case .late(let spoilt, let more): return .late(spoilt, after: delay + more)
            case .hangUp, .silence: return ending
            }
        case .hangUp, .silence: return answer
        }
    }

    private func spoil(
        _ response: ServerResponse, of request: ServerRequest, by measured: MeasuredFault
    ) -> ServerAnswer {
        var spoilt = response
        switch measured.fault.effect {
        case .late: return .late(response, after: measured.time)
        case .instead(let answer):
            response.dropBody()
            return answer(request, measured)
        case .insteadOfSonic(let other):
            guard request.headers.first("accept-diff") == "true" else { return .response(response) }
            response.dropBody()
            return .response(other)
        case .asked(let asking): return .response(ask(asking, in: request, instead: response))
        case .head(let change): change(&spoilt.headers)
        case .body(let change):
            spoilt = response.loaded()
            if let bytes = spoilt.bytes { change(&spoilt, bytes, measured) }
        case .data(let change): respell(&spoilt, change)
        case .json(let change): respell(&spoilt, json: change)
        }
        return .response(spoilt)
    }

    /// Returns the Sonic response to the same page for another request. For content other than a page only the 304 is
    /// possible.
    private func ask(
        _ asking: Fault.Asking, in request: ServerRequest, instead response: ServerResponse
    ) -> ServerResponse {
        guard let prepared = response.prepared else {
            guard case .havingThePage = asking else { return response }
            response.dropBody()
            return ServerResponse(status: 304)
        }
        func answer(_ tags: [HeaderField]) -> ServerResponse {
            var headers = request.headers
            for name in ["accept-diff", "template-tag", "If-None-Match"] { headers.remove(name) }
            for tag in tags { headers.append(tag) }
            let asked = ServerRequest(method: request.method, target: request.target, headers: headers)
            return responder.respond(
                with: prepared.page, to: asked, offline: prepared.offline, forwarded: prepared.forwarded)
        }
        let sonic = HeaderField("accept-diff", "true")
        switch asking {
        case .plainly: return answer([])
        case .havingAnother: return answer([sonic, HeaderField("template-tag", "another")])
        case .havingTheTemplate:
            let first = answer([sonic])
            guard let tag = first.headers.first("template-tag") else { return first }
            return answer([sonic, HeaderField("template-tag", tag)])
        case .havingThePage:
            guard let tag = answer([sonic]).headers.first("Etag") else { return ServerResponse(status: 304) }
            return answer([sonic, HeaderField("If-None-Match", tag)])
        }
    }

    /// Changes the JSON of an update; any other response is unchanged.
    private func respell(
        _ response: inout ServerResponse, _ change: (inout UpdateBody) -> Void = { _ in },
        json changeJSON: ([UInt8]) -> [UInt8] = { $0 }
    ) {
        guard let prepared = response.prepared, var update = prepared.update else { return }
        change(&update)
        let json = changeJSON(update.json(as: responder.dialect.quirks))
        let isPacked = response.headers.first("Content-Encoding") == "gzip"
        response.body = .bytes(isPacked ? Gzip.stored(json) : json)
        response.prepared = prepared.updating(update)
    }
}
