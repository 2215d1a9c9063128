using System.Buffers;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Blocks.Serialization.BuiltIn;
using FuncLibs.Messaging.Wire;
using HardwareConnector.Configuration;
using HardwareConnector.Sources;
using HardwareConnector.Sources.Recordings;
using Microsoft.Extensions.Logging.Abstractions;
using SignalMonitor.CalculatedChannels;
using SignalMonitor.Recorder;
using SignalMonitor.Recorder.Modes;
using SignalMonitor.Tests.Receiving;
using SignalMonitor.Variables.Definitions;
using Testing;
using static SignalMonitor.Tests.CalculatedChannels.VariableRig;

namespace SignalMonitor.Tests.Recorder.Modes;

/// <summary>
/// Recordings in modes, played by the source of a connector: what a monitor computes from the blocks that are kept has
/// the bits that it had live.
/// </summary>
public sealed class ReplayedModesTests
{
    private const ulong Blocks = 120;
    private const string Stateless = "abs(servo1.force) / 3 - 2 * servo1.command";
    private const string OfOneSignal = "abs(servo1.force) / 3";
    private const string OfTheGroup = "abs(temp1.force) / 3";
    private const string Stateful = "integ(servo1.force)";

    [Fact]
    public void Replay_Triggered_HasTheLiveBitsOfTheBlocksThatAreKept()
    {
        using Recorded recorded = new(
            new()
            {
                Mode = RecorderMode.Triggered,
                Triggers =
                [
                    new()
                    {
                        Name = "t",
                        Kind = TriggerKind.Edge,
                        Signal = "servo2.force",
                        Level = 50,
                        PreMs = 1,
                        PostMs = 1,
                    },
                ],
            },
            Stateless);

        CheckKept(recorded);
    }

    [Fact]
    public void Replay_Cycles_HasTheLiveBitsOfTheBlocksThatAreKept()
    {
        using Recorded recorded =
            new(new() { Mode = RecorderMode.Cycles, CycleSignal = "servo1.count" }, Stateless);

        CheckKept(recorded);
    }

    [Fact]
    public void Replay_GroupOfChannels_HasTheLiveBits()
    {
        using Recorded recorded = new(
            new() { Groups = [new() { Name = "warm", Channels = ["temp*"] }] }, OfTheGroup);

        Dictionary<long, long[]> replayed = recorded.Replay("main-warm");

        replayed.Count.ShouldBe((int)Blocks);
        CheckBits(replayed, recorded.Live.Values);
    }

    [Fact]
    public void Replay_Reduced_HasTheLiveBitsOfTheSamplesThatAreKept()
    {
        using Recorded recorded = new(new() { Mode = RecorderMode.Reduced, Rate = 1000 }, OfOneSignal);

        Dictionary<long, long[]> replayed = recorded.Replay();

        Dictionary<long, long[]> expected = recorded.ComputeStored("journal");
        replayed.Keys.ShouldBe(expected.Keys);
        CheckBits(replayed, expected);
        long[] kept = [.. replayed.Values.SelectMany(bits => bits)];
        kept.Length.ShouldBeInRange(10, (int)Blocks);
        kept.ShouldBeSubsetOf(recorded.Live.Values.Values.SelectMany(bits => bits));
    }

    [Fact]
    public void Replay_FunctionWithState_HasTheBitsOfTheBlocksThatAreKeptAndDeclaresGaps()
    {
        using Recorded recorded =
            new(new() { Mode = RecorderMode.Cycles, CycleSignal = "servo1.count" }, Stateful);

        Dictionary<long, long[]> replayed = recorded.Replay();

        CheckBits(replayed, recorded.ComputeStored("journal"));
        replayed[replayed.Keys.Max()].ShouldNotBe(recorded.Live.Values[replayed.Keys.Max()]);
        recorded.Gaps.ShouldBeGreaterThan(0);
    }

    private static void CheckKept(Recorded recorded)
    {
        Dictionary<long, long[]> replayed = recorded.Replay();

        replayed.Keys.ShouldBe(recorded.Run.Sequences().Select(ModeRun.IndexOf));
        replayed.Count.ShouldBeInRange(2, (int)Blocks / 2);
        CheckBits(replayed, recorded.Live.Values);
    }

    private static void CheckBits(Dictionary<long, long[]> actual, Dictionary<long, long[]> expected)
    {
        foreach ((long index, long[] bits) in actual)
            bits.ShouldBe(expected[index], $"the block from sample {index} on");
    }

    /// <summary>A run whose blocks are recorded and computed, and which is over.</summary>
    private sealed class Recorded : IDisposable
    {
        private const int PointsOfACycle = 12;
        private readonly Random _random = new(17);
        private readonly string _formula;

        public Recorded(RecorderOptions options, string formula)
        {
            _formula = formula;
            Run = new ModeRun(options);
            Live = new Computed(formula);
            for (ulong sequence = 1; sequence <= Blocks; sequence++)
            {
                ulong number = sequence;
                Run.Send(sequence, block => Fill(block, number));
                FrameHeader header = IntakeRig.DataHeader(sequence) with
                {
                    AcquiredNs = TestStream.AcquiredNs + ModeRun.NsOf(ModeRun.IndexOf(sequence)),
                };
                Live.Add(Run.Rig.Intake.Block, header, TestStream.Description);
            }

            Run.End();
        }

        public ModeRun Run { get; }

        public Computed Live { get; }

        /// <summary>Gaps that the last replay declared.</summary>
        public int Gaps { get; private set; }

        /// <summary>The values that are computed from what a journal has, read as it is.</summary>
        public Dictionary<long, long[]> ComputeStored(string journal)
        {
            using Computed computed = new(_formula);
            foreach ((CDataBlock block, StreamDescription stream, ulong sequence, long acquiredNs)
                in Run.Blocks(journal))
                computed.Add(block, IntakeRig.DataHeader(sequence) with { AcquiredNs = acquiredNs }, stream);
            return computed.Values;
        }

        /// <summary>The values that are computed from a replay.</summary>
        public Dictionary<long, long[]> Replay(string stream = "")
        {
            RecordedFolder folder = RecordedFolder.Open(Run.Folder, out string? unplayable).ShouldNotBeNull(unplayable);
            RecordingSelection selection = RecordingSelection.Create(
                folder, new RecordingOptions { Speed = "max", RecordedStream = stream }, out SelectionFault? fault)
                .ShouldNotBeNull(fault?.What);
            using SourceFeed feed = new(128) { IsReplay = true };
            RecordedSource source = new(
                feed,
                selection,
                loops: false,
                BuiltInSerializers.CreateRegistry(),
                static () => false,
                TimeProvider.System,
                NullLogger<RecordedSource>.Instance);
            using CancellationTokenSource stop = new();
            Thread thread = new(() => source.Run(stop.Token));
            thread.Start();
            try
            {
                using Computed computed = new(_formula);
                Take(feed, computed);
                source.Progress.Unusable.ShouldBe(0);
                return computed.Values;
            }
            finally
            {
                stop.Cancel();
                thread.Join();
            }
        }

        public void Dispose()
        {
            Live.Dispose();
            Run.Dispose();
        }

        // As the connector publishes it, and a monitor receives it.
        private void Take(SourceFeed feed, Computed computed)
        {
            IBlockSerializer serializer = BuiltInSerializers.CreateRegistry().Create("columns")!;
            SerializerSet formats = BuiltInSerializers.CreateRegistry().CreateSet();
            ArrayBufferWriter<byte> payload = new();
            CDataBlock received = new(BlockLayout.Empty);
            StreamDescription? description = null;
            ulong sequence = 0;
            Gaps = 0;
            for (SourceItem item = Next(feed); item.Reason != RecordedSource.EndReason; item = Next(feed))
            {
                description = item.Description?.Streams[0] ?? description;
                if (item.Block is null)
                    continue;
                payload.ResetWrittenCount();
                serializer.Serialize(item.Block, payload);
                item.Pool!.Return(item.Block);
                formats.Deserialize(serializer.ContentId, payload.WrittenSpan, received).IsOk.ShouldBeTrue();
                FrameHeader header = IntakeRig.DataHeader(++sequence) with { AcquiredNs = item.DueNs };
                computed.Add(received, header, description!);
                Gaps += item.Missing.Count > 0 ? 1 : 0;
            }
        }

        private static SourceItem Next(SourceFeed feed)
        {
            SourceItem item = default;
            Eventually.True(() => feed.Ring.TryRead(out item, 50), "the source gives something");
            return item;
        }

        private void Fill(CDataBlock block, ulong sequence)
        {
            BlockChannel servo = block.Channel(BlockGroup.Servo, 0);
            foreach (ref double value in servo.Sensor(0))
                value = (_random.NextDouble() * 200) - 100;
            foreach (ref double value in servo.Command)
                value = (_random.NextDouble() * 200) - 100;
            servo.Count.Fill(ModeRun.IndexOf(sequence) / PointsOfACycle);
            block.Channel(BlockGroup.Servo, 1).Sensor(0).Fill(sequence % 60 == 30 ? 60 : 0);
            foreach (ref double value in block.Channel(BlockGroup.Temp, 0).Sensor(0))
                value = _random.NextDouble() * 1000;
        }
    }

    /// <summary>A calculated channel of a monitor, and its values in each block.</summary>
    private sealed class Computed : IDisposable
    {
        private readonly StreamVariables _stream;

        public Computed(string formula)
        {
            VariableCoordinator coordinator = new(null);
            _stream = coordinator.NewStream(TestStream.Publisher, TestStream.Id, "main");
            coordinator.Take(
                new VariableSet { Station = "lab/rig1", Revision = 1, Variables = [Variable("v", formula)] });
        }

        /// <summary>Bits of the values by index of the first sample of the block.</summary>
        public Dictionary<long, long[]> Values { get; } = [];

        public void Add(CDataBlock block, in FrameHeader header, StreamDescription description)
        {
            _stream.Compute(block, header, description, header.AcquiredNs);
            ReadOnlySpan<double> values = _stream.Plan.ShouldNotBeNull().Program.Values(0);
            long[] bits = new long[values.Length];
            for (int i = 0; i < values.Length; i++)
                bits[i] = BitConverter.DoubleToInt64Bits(values[i]);
            bits.ShouldNotBeEmpty();
            Values.Add(block.FirstSampleIndex, bits);
        }

        public void Dispose() => _stream.Dispose();
    }
}
