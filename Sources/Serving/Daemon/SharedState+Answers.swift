import Server

extension SharedState {
    /// Answers a request from any thread; the answer is written on the worker's.
    func answer(_ ticket: AnswerTicket, _ result: Result<APIAnswer, APIError>) {
        server?.post(to: ticket.worker) { worker in
            worker.answer(ticket) { response in
                switch result {
                case .success(let answer): answer.write(to: &response)
                case .failure(let error): error.write(to: &response)
                }
            }
        }
    }
}
