import { CHANNEL } from "./channel.ts";

/**
 * Runs a program and answers calls of its functions. It says that it is ready before it has seen a line of the program,
 * so that silence until then is the machine's fault and not the program's. Whatever the program does to this code, it
 * can only change its own answers: what is right is decided elsewhere.
 */
export const CANDIDATE = String.raw`${CHANNEL}
import builtins

def failure(error):
    # The nearest built-in kind: the tests know no other.
    for kind in type(error).__mro__:
        if getattr(builtins, kind.__name__, None) is kind:
            return (kind.__name__ + "\n" + text_of(error)).encode("utf8", "replace")
    return b"Exception\n"

def main():
    send(b"R")
    program, names = marshal.loads(receive()[1])
    module = type(sys)("candidate")
    sys.modules["candidate"] = module
    names_of = module.__dict__
    try:
        exec(compile(program, "candidate.py", "exec"), names_of)
    except BaseException as error:
        return send(b"F", failure(error))
    absent = [name for name in names if not callable(names_of.get(name))]
    if absent:
        return send(b"M", absent[0].encode("utf8", "replace"))
    send(b"L")
    while True:
        name, args, kwargs = marshal.loads(receive()[1])
        try:
            # 100 levels, so that the tests can ask about the answer within their own 150.
            answer = pack(names_of[name](*args, **kwargs), 51)
        except Unsupported as error:
            send(b"U", text_of(error).encode("utf8", "replace"))
        except BaseException as error:
            send(b"X", failure(error))
        else:
            send(b"A", answer)

main()
`;
