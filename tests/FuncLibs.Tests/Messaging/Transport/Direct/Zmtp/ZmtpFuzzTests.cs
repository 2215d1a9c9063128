using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Transport.Direct.Zmtp;
using FuncLibs.Messaging.Wire;
using FuncLibs.Tests.Messaging.Transport.Contract;
using Testing;
using Testing.Fuzzing;

namespace FuncLibs.Tests.Messaging.Transport.Direct.Zmtp;

/// <summary>
/// Changed bytes into everything that reads ZMTP: 100,000 inputs each in every run, 5,000,000 with
/// TELEMETRY_TESTS_NIGHTLY=1, as many as TELEMETRY_TESTS_FUZZ says. An input is read as a whole from memory that ends
/// at a page without access, and in pieces: what is found must be the same, however the network cuts it.
/// </summary>
public sealed class ZmtpFuzzTests
{
    private const long InputsInEachRun = 100_000;
    private const long InputsANight = 5_000_000;
    private const int MaxPiece = 40;
    private const int MaxPayload = 3000;

    private static readonly long Inputs = FuzzLength.Get(InputsInEachRun, InputsANight);

    private static readonly FrameLimits Limits = new() { MaxPayloadBytes = MaxPayload };

    private static readonly byte[][] Greetings =
    [
        .. new[] { ZmtpSocketType.Sub, ZmtpSocketType.XPub, ZmtpSocketType.Dealer, ZmtpSocketType.Router }
            .Select(type => new ZmtpHandshake(type).Opening),
    ];

    private static readonly byte[][] Messages =
    [
        [.. Block(), .. ZmtpCommands.Subscription("D/lab/"u8, add: true, asCommand: true), .. Block()],
        [.. ZmtpCommands.Subscription("D/lab/"u8, add: true, asCommand: false), 4, 7, 4, .. "PING"u8, 0, 9],
        [0, 3, 0x81, 1, 2, .. Block(), 0, 0],
        [1, 1, 7, 1, 1, 7, 1, 1, 7, 0, 1, 7, .. Block()],
        [2, 0, 0, 0, 0, 0, 0, 0x0B, 0xB8, .. new byte[MaxPayload], .. Block()],
    ];

    private readonly FrameBuffer _buffer = new(Limits);
    private readonly MessageAssembler _assembler = new(Limits);

    [Fact]
    public void Handshake_ChangedBytes_IsTheSameInPieces()
    {
        int done = 0;
        var types = new[] { ZmtpSocketType.XPub, ZmtpSocketType.Sub, ZmtpSocketType.Router, ZmtpSocketType.Dealer };
        for (long number = 1; number <= Inputs; number++)
        {
            var mutator = new Mutator((ulong)number);
            int which = mutator.Next(Greetings.Length);
            byte[] bytes = mutator.Changed(Greetings[which], Greetings[mutator.Next(Greetings.Length)]);
            HandshakeResult whole =
                new ZmtpHandshake(types[which]).Feed(GuardedCopy.Of(bytes), out int consumed);

            Shake(types[which], bytes, mutator).ShouldBe((whole, consumed), $"input {number}");
            done += whole == HandshakeResult.Done ? 1 : 0;
        }

        done.ShouldBeGreaterThan((int)(Inputs / 100), "changes that leave no handshake right test only its beginning");
    }

    [Fact]
    public void FrameReader_ChangedBytes_IsTheSameInPieces() => Run(
        Messages,
        (bytes, piece) =>
        {
            var reader = new ZmtpFrameReader(MaxPayload);
            var seen = new HashCode();
            int frames = 0;
            FrameStatus status = FrameStatus.NeedMore;
            for (int at = 0; at < bytes.Length && status != FrameStatus.Broken;)
            {
                ReadOnlySpan<byte> input = bytes.Slice(at, Math.Min(bytes.Length - at, piece()));
                at += input.Length;
                do
                {
                    status = reader.Read(ref input, out ReadOnlySpan<byte> body);
                    if (status is not (FrameStatus.Frame or FrameStatus.Command))
                        continue;
                    frames++;
                    seen.Add((status, reader.HasMore, body.Length));
                    seen.AddBytes(body);
                }
                while (status is FrameStatus.Frame or FrameStatus.Command);
            }

            return (frames, (status == FrameStatus.Broken, seen.ToHashCode()));
        });

    [Fact]
    public void Assembler_ChangedBytes_IsTheSameInPieces() => Run(
        Messages,
        (bytes, piece) =>
        {
            _assembler.Reset();
            var seen = new HashCode();
            int found = 0;
            AssemblyStatus status = AssemblyStatus.NeedMore;
            for (int at = 0; at < bytes.Length && !IsEnd(status);)
            {
                ReadOnlySpan<byte> input = bytes.Slice(at, Math.Min(bytes.Length - at, piece()));
                at += input.Length;
                do
                {
                    status = _assembler.Read(ref input);
                    if (status == AssemblyStatus.NeedMore)
                        continue;
                    found++;
                    seen.Add(status);
                    if (status == AssemblyStatus.Command)
                        seen.AddBytes(_assembler.Command);
                    if (status is AssemblyStatus.Frame or AssemblyStatus.Control)
                        AddMessage(ref seen);
                }
                while (status != AssemblyStatus.NeedMore && !IsEnd(status));
            }

            return (found, (IsEnd(status), seen.ToHashCode()));
        });

    private delegate (int Found, (bool IsBroken, int Content) Result) Reading(
        ReadOnlySpan<byte> bytes, Func<int> piece);

    private static void Run(byte[][] documents, Reading read)
    {
        int found = 0;
        for (long number = 1; number <= Inputs; number++)
        {
            var mutator = new Mutator((ulong)number);
            byte[] bytes = mutator.Changed(
                documents[mutator.Next(documents.Length)], documents[mutator.Next(documents.Length)]);
            var whole = read(GuardedCopy.Of(bytes), () => int.MaxValue);

            read(bytes, () => 1 + mutator.Next(MaxPiece)).ShouldBe(whole, $"input {number}");
            found += whole.Found > 0 ? 1 : 0;
        }

        found.ShouldBeGreaterThan((int)(Inputs / 10), "changes that leave nothing to read test only the first bytes");
    }

    private static (HandshakeResult Result, int Consumed) Shake(ZmtpSocketType type, byte[] bytes, Mutator mutator)
    {
        var handshake = new ZmtpHandshake(type);
        HandshakeResult result = HandshakeResult.NeedMore;
        int at = 0;
        while (at < bytes.Length && result == HandshakeResult.NeedMore)
        {
            int piece = Math.Min(bytes.Length - at, 1 + mutator.Next(MaxPiece));
            result = handshake.Feed(bytes.AsSpan(at, piece), out int consumed);
            at += consumed;
        }

        return (result, at);
    }

    private static bool IsEnd(AssemblyStatus status) => status is AssemblyStatus.Oversize or AssemblyStatus.Broken;

    private void AddMessage(ref HashCode seen)
    {
        _assembler.TryTake(_buffer).ShouldBeTrue();
        seen.AddBytes(_buffer.Topic);
        seen.Add(_buffer.Header.Length);
        seen.AddBytes(_buffer.Header);
        seen.AddBytes(_buffer.Payload);
    }

    private static byte[] Block()
    {
        byte[] bytes = new byte[4096];
        int at = ZmtpFrames.Write(bytes, ZmtpFrames.More, Rig.Topic);
        at += ZmtpFrames.Write(bytes.AsSpan(at), ZmtpFrames.More, FrameHeaderTestData.Golden);
        at += ZmtpFrames.Write(bytes.AsSpan(at), 0, FrameHeaderTestData.Payload);
        return bytes[..at];
    }
}
