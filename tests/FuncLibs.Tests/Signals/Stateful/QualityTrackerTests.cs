using System.Buffers;
using FuncLibs.Signals;
using FuncLibs.Signals.Stateful;
using Testing;

namespace FuncLibs.Tests.Signals.Stateful;

public class QualityTrackerTests
{
    private const int Length = 3000;
    private const int GapAt = 1500;

    public static TheoryData<string> Rules =>
        ["Window 1", "Window 2", "Window 64", "Window 700", "Running 1", "Delayed 1", "Delayed 2", "Delayed 41"];

    [Theory]
    [MemberData(nameof(Rules))]
    public void Apply_BlocksOfAnyLength_EqualTheRule(string text)
    {
        Quality[] inputs = Hostile.Qualities(1, Length);
        Quality[] expected = ByDefinition(RuleOf(text), inputs);
        var random = new Random(2);
        for (int run = 0; run < 20; run++)
            InBlocks(RuleOf(text), inputs, () => run == 0 ? 1 : random.Next(1, 998)).ShouldBe(expected);
    }

    [Theory]
    [MemberData(nameof(Rules))]
    public void TryLoad_SavedInTheMiddle_GoesOnAsIfNothingHadBeen(string text)
    {
        Quality[] inputs = Hostile.Qualities(3, Length);
        Quality[] whole = new Quality[Length];
        new QualityTracker(RuleOf(text)).Apply(inputs, whole);
        foreach (int cut in new[] { 0, 1, 40, 699, 1700 })
        {
            var before = new QualityTracker(RuleOf(text));
            var after = new QualityTracker(RuleOf(text));
            Quality[] outputs = new Quality[Length];
            before.Apply(inputs.AsSpan(0, cut), outputs);

            Load(after, Saved(before)).ShouldBeTrue();
            after.Apply(inputs.AsSpan(cut), outputs.AsSpan(cut));
            outputs.ShouldBe(whole, $"cut at {cut}");
        }
    }

    [Theory]
    [MemberData(nameof(Rules))]
    public void TryLoad_CutOrForeignBytes_IsFalseAndAsNew(string text)
    {
        var tracker = new QualityTracker(RuleOf(text));
        byte[] saved = Saved(tracker);
        tracker.Gap();

        Load(tracker, saved.AsSpan(0, 7)).ShouldBeFalse();
        Load(tracker, Saved(new QualityTracker(QualityRule.Window(3)))).ShouldBeFalse();
        Quality[] inputs = Hostile.Qualities(4, Length);
        Quality[] outputs = new Quality[Length];
        Quality[] fresh = new Quality[Length];
        tracker.Apply(inputs, outputs);
        new QualityTracker(RuleOf(text)).Apply(inputs, fresh);
        outputs.ShouldBe(fresh);
    }

    [Theory]
    [MemberData(nameof(Rules))]
    public void IsSettled_WhenTrue_MeansThatGoodBlocksNeedNotBeShown(string text)
    {
        Quality[] inputs = Hostile.Qualities(5, Length);
        foreach (int start in new[] { 100, 900, 1800 })
            Array.Clear(inputs, start, 750);
        var shown = new QualityTracker(RuleOf(text));
        var spared = new QualityTracker(RuleOf(text));
        Quality[] expected = new Quality[50];
        Quality[] outputs = new Quality[50];
        for (int i = 0; i < Length; i += 50)
        {
            Span<Quality> block = inputs.AsSpan(i, 50);
            shown.Apply(block, expected);
            if (spared.IsSettled && !block.ContainsAnyExcept(Quality.Good))
                Array.Clear(outputs);
            else
                spared.Apply(block, outputs);
            outputs.ShouldBe(expected, $"block at {i}");
        }
    }

    [Theory]
    [InlineData("Window 1", true)]
    [InlineData("Window 2", false)]
    [InlineData("Running 1", true)]
    [InlineData("Delayed 1", true)]
    [InlineData("Delayed 2", false)]
    public void IsSettled_AtTheStart_IsWhetherNothingHasToComeFirst(string text, bool expected) =>
        new QualityTracker(RuleOf(text)).IsSettled.ShouldBe(expected);

    [Fact]
    public void Apply_WindowOfThreeWithAGap_IsUncertainThenGoodThenInvalid()
    {
        var tracker = new QualityTracker(QualityRule.Window(3));
        Quality[] block = new Quality[4];
        tracker.Apply(block, block);
        block.ShouldBe([Quality.Uncertain, Quality.Uncertain, Quality.Good, Quality.Good]);

        tracker.Gap();
        block = [Quality.Good, Quality.Stale, Quality.Good, Quality.Good, Quality.Good];
        tracker.Apply(block, block);

        block.ShouldBe([Quality.Invalid, Quality.Invalid, Quality.Stale, Quality.Stale, Quality.Good]);
    }

    [Fact]
    public void Apply_RunningAfterASaturatedValue_StaysUncertain()
    {
        var tracker = new QualityTracker(QualityRule.Running);
        Quality[] block = [Quality.Good, Quality.Saturated, Quality.Good, Quality.Stale, Quality.Good];

        tracker.Apply(block, block);

        block.ShouldBe([Quality.Good, Quality.Saturated, Quality.Uncertain, Quality.Stale, Quality.Uncertain]);
        tracker.IsSettled.ShouldBeFalse();
    }

    [Theory]
    [MemberData(nameof(Rules))]
    public void Apply_WarmBlock_DoesNotAllocate(string text)
    {
        var tracker = new QualityTracker(RuleOf(text));
        Quality[] inputs = Hostile.Qualities(6, 200);
        Quality[] outputs = new Quality[200];

        Allocation.OfWarm(() => tracker.Apply(inputs, outputs)).ShouldBe(0);
    }

    [Fact]
    public void Constructor_UnknownKindOrNoLength_IsRefused()
    {
        Should.Throw<ArgumentException>(
            () => new QualityTracker(new QualityRule((QualityKind)9, 1))).Message.ShouldContain("kind 9");
        Should.Throw<ArgumentException>(() => new QualityTracker(default));
    }

    private static QualityRule RuleOf(string text)
    {
        string[] parts = text.Split(' ');
        return new QualityRule(Enum.Parse<QualityKind>(parts[0]), int.Parse(parts[1]));
    }

    // The words of the rule, value by value, with a look back over the whole window.
    private static Quality[] ByDefinition(QualityRule rule, Quality[] inputs)
    {
        Quality[] outputs = new Quality[inputs.Length];
        for (int i = 0; i < inputs.Length; i++)
        {
            int start = i < GapAt ? 0 : GapAt;
            int first = i - rule.Length + 1;
            Quality notFull = start == 0 ? Quality.Uncertain : Quality.Invalid;
            Quality[] window = inputs[Math.Max(start, first)..(i + 1)];
            outputs[i] = rule.Kind switch
            {
                QualityKind.Window => first < start ? (Quality)Math.Max((int)notFull, (int)window.Max()) : window.Max(),
                QualityKind.Delayed => first < start ? Quality.Invalid : inputs[first],
                _ when inputs[i] == Quality.Good
                    && (start > 0 || inputs[..i].Any(quality => quality != Quality.Good)) => Quality.Uncertain,
                _ => inputs[i],
            };
        }

        return outputs;
    }

    private static Quality[] InBlocks(QualityRule rule, Quality[] inputs, Func<int> length)
    {
        var tracker = new QualityTracker(rule);
        Quality[] outputs = new Quality[inputs.Length];
        for (int done = 0; done < inputs.Length;)
        {
            if (done == GapAt)
                tracker.Gap();
            int count = Math.Min(length(), (done < GapAt ? GapAt : inputs.Length) - done);
            tracker.Apply(inputs.AsSpan(done, count), outputs.AsSpan(done, count));
            done += count;
        }

        return outputs;
    }

    private static byte[] Saved(QualityTracker tracker)
    {
        var bytes = new ArrayBufferWriter<byte>();
        tracker.Save(new StateWriter(bytes));
        return bytes.WrittenSpan.ToArray();
    }

    private static bool Load(QualityTracker tracker, ReadOnlySpan<byte> bytes)
    {
        var reader = new StateReader(bytes);
        return tracker.TryLoad(ref reader);
    }
}
