using FuncLibs.Amqp;
using RabbitMQ.Client;
using Testing.Fuzzing;

namespace FuncLibs.Tests.Amqp.Consuming;

/// <summary>
/// Changed messages into what reads a stream queue: 200,000 in each run, 5,000,000 with TELEMETRY_TESTS_NIGHTLY=1, as
/// many as TELEMETRY_TESTS_FUZZ says. Bodies, headers, types, routing keys and offsets are changed.
/// <see cref="MessageTrial"/> checks what comes of each.
/// </summary>
public sealed class MessageFuzzTests
{
    private const long InputsInEachRun = 200_000;
    private const long InputsANight = 5_000_000;

    private static readonly long Inputs = FuzzLength.Get(InputsInEachRun, InputsANight);
    private static readonly string[] Names = ["publisher", "stream", "epoch", "seq", FrameMessage.OffsetHeader];
    private static readonly string?[] Types = [null, "", "cdb.frame", "cdb.control", "cdb.frames", "CDB.FRAME"];

    [Fact]
    public void Take_ChangedMessages_EachIsTakenOrCountedByItsCause()
    {
        using MessageTrial trial = new();
        IReadOnlyList<SeedMessage> seeds = SeedMessage.All;
        for (long number = 1; number <= Inputs; number++)
        {
            Mutator mutator = new((ulong)number);
            SeedMessage seed = seeds[mutator.Next(seeds.Count)];
            byte[] body = mutator.Next(4) == 0
                ? seed.Body : mutator.Changed(seed.Body, seeds[mutator.Next(seeds.Count)].Body);
            if (mutator.Next(50) == 0)
                body = [.. body, .. new byte[mutator.Next(2 * MessageTrial.MaxPayload)]];
            string key = mutator.Next(4) == 0 ? Key(mutator, seed.Key) : seed.Key;
            BasicProperties properties = Properties(mutator, seed);

            trial.Check(number, properties, key, body);
        }

        trial.Taken.ShouldBeGreaterThan(Inputs / 10);
        trial.Skipped.ShouldBeGreaterThan(Inputs / 10);
        trial.Causes.ShouldAllBe(count => count > 0);
        trial.WholeFrames.ShouldBeGreaterThan(0);
        trial.Markers.ShouldBeGreaterThan(0);
    }

    private static BasicProperties Properties(Mutator mutator, SeedMessage seed)
    {
        BasicProperties properties = seed.NewProperties();
        if (mutator.Next(8) == 0)
            properties.Type = Types[mutator.Next(Types.Length)];
        for (int changes = mutator.Next(4) == 0 ? 1 + mutator.Next(3) : 0; changes > 0; changes--)
        {
            string name = Names[mutator.Next(Names.Length)];
            if (mutator.Next(6) == 0)
                properties.Headers!.Remove(name);
            else
                properties.Headers![name] = Value(mutator);
        }

        if (mutator.Next(500) == 0)
            properties.Headers = null;
        return properties;
    }

    // Every type that a header of AMQP can have.
    private static object? Value(Mutator mutator) => mutator.Next(18) switch
    {
        0 => null,
        1 => mutator.Next(2) == 0,
        2 => (byte)mutator.Next(256),
        3 => (sbyte)-1,
        4 => (short)-1,
        5 => (ushort)7,
        6 => mutator.Next(int.MaxValue),
        7 => uint.MaxValue,
        8 => (long)mutator.Next(9),
        9 => long.MinValue + mutator.Next(2),
        10 => long.MaxValue,
        11 => (long)uint.MaxValue + mutator.Next(2),
        12 => double.NaN,
        13 => decimal.MaxValue,
        14 => new AmqpTimestamp(-1),
        15 => new List<object?> { 1L, new List<object?>() },
        16 => new Dictionary<string, object?> { ["publisher"] = 1L },
        _ => mutator.Changed(BridgeWriter.Publisher.ToByteArray(), "00112233-4455-6677-8899-aabbccddeeff"u8),
    };

    private static string Key(Mutator mutator, string key)
    {
        byte[] changed = mutator.Changed(System.Text.Encoding.UTF8.GetBytes(key), ".......é"u8);
        return System.Text.Encoding.UTF8.GetString(changed.AsSpan(0, Math.Min(changed.Length, byte.MaxValue)));
    }
}
