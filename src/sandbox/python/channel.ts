/**
 * Both ends of the channel, in Python. Frames go over what were standard input and output; what a program prints goes
 * to standard error instead, and reading input finds the end of it. `plain` keeps what a value is made of and drops
 * what its class says about it: an object that claims to equal everything arrives as the number or text that it is.
 * No module but the built-in ones is loaded: each import would be paid for by every program.
 */
export const CHANNEL = `
import marshal, posix, sys

_from, _to = posix.dup(0), posix.dup(1)
_null = posix.open("/dev/null", posix.O_RDONLY)
posix.dup2(_null, 0)
posix.close(_null)
posix.dup2(2, 1)
_reader, _writer = open(_from, "rb"), open(_to, "wb")

def send(kind, body=b""):
    _writer.write(kind + len(body).to_bytes(4, "little") + body)
    _writer.flush()

def receive():
    head = _reader.read(5)
    if len(head) < 5:
        posix._exit(0)
    return head[:1], _reader.read(int.from_bytes(head[1:], "little"))

class Unsupported(BaseException):
    pass

_SCALARS = frozenset((type(None), bool, int, float, complex, str, bytes))
_FLAT = ((int, int.__pos__), (float, float.__pos__), (complex, complex.__pos__), (str, str.__str__),
         (bytes, lambda value: bytes.__getitem__(value, slice(None))), (bytearray, bytes))

def plain(value, depth=0):
    kind = type(value)
    if kind in _SCALARS:
        return value
    if depth > 150:
        raise Unsupported("a value that is nested too deeply")
    deeper = depth + 1
    bases = kind.__mro__
    if list in bases:
        return [plain(item, deeper) for item in list.__iter__(value)]
    if tuple in bases:
        return tuple([plain(item, deeper) for item in tuple.__iter__(value)])
    if dict in bases:
        return {plain(key, deeper): plain(item, deeper) for key, item in dict.items(value)}
    if set in bases:
        return {plain(item, deeper) for item in set.__iter__(value)}
    if frozenset in bases:
        return frozenset([plain(item, deeper) for item in frozenset.__iter__(value)])
    for base, flatten in _FLAT:
        if base in bases:
            return flatten(value)
    raise Unsupported(kind.__name__)

def pack(value, depth=0):
    return marshal.dumps(plain(value, depth), 2)

def text_of(error):
    try:
        return str(error)[:500]
    except BaseException:
        return ""
`;
