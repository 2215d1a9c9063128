using System.Collections.Immutable;
using System.Globalization;
using System.IO.Enumeration;

namespace FuncLibs.Blocks.Catalogue.Names;

/// <summary>
/// All signals of a stream, by name and by pattern. Made once for each revision of a catalogue; immutable, may be shared by threads.
/// Names count from 1 in their group: <c>servo1.force</c>, <c>temp2.upper</c>, <c>ad7</c>, <c>bitin3</c>, <c>bitout1</c>.
/// </summary>
public sealed class StreamSignals
{
    private readonly Dictionary<string, SignalDescription> _byName;

    /// <summary>Names the signals of <paramref name="stream"/>.</summary>
    public StreamSignals(StreamDescription stream)
    {
        All =
        [
            .. Control(stream, SignalGroup.Servo, "servo", stream.Servo),
            .. Control(stream, SignalGroup.Temp, "temp", stream.Temp),
            .. stream.AD.Select((channel, i) => Describe(stream, channel, Name("ad", i), new(SignalGroup.AD, i, 0), channel.Columns[0])),
            .. Bits(stream, SignalGroup.BitIn, "bitin", stream.BitIn.Length),
            .. Bits(stream, SignalGroup.BitOut, "bitout", stream.BitOut.Length),
        ];
        _byName = All.ToDictionary(s => s.Name, StringComparer.Ordinal);
    }

    /// <summary>Every signal, in the order of the block.</summary>
    public ImmutableArray<SignalDescription> All { get; }

    /// <summary>The signal with exactly this name, or null.</summary>
    public SignalDescription? Find(string name) => _byName.GetValueOrDefault(name);

    /// <summary>The signals whose names match a pattern, in the order of the block.</summary>
    /// <param name="pattern">A name in which <c>*</c> stands for any run of characters and <c>?</c> for one: <c>servo*.force</c>.</param>
    public IEnumerable<SignalDescription> Match(string pattern) =>
        All.Where(s => FileSystemName.MatchesSimpleExpression(pattern, s.Name, ignoreCase: false));

    private static IEnumerable<SignalDescription> Control(
        StreamDescription stream, SignalGroup group, string prefix, ImmutableArray<ChannelDescription> channels)
    {
        for (int i = 0; i < channels.Length; i++)
        {
            ImmutableArray<string> names = ColumnNames.Of(channels[i]);
            for (int column = 0; column < names.Length; column++)
            {
                ColumnDescription? described = column < ColumnIndex.Command ? null : channels[i].Columns[column - ColumnIndex.Command];
                yield return Describe(stream, channels[i], $"{Name(prefix, i)}.{names[column]}", new(group, i, column), described);
            }
        }
    }

    private static SignalDescription Describe(
        StreamDescription stream, ChannelDescription channel, string name, SignalAddress address, ColumnDescription? column) => new(
        name,
        address,
        column?.Unit ?? "",
        column?.Min ?? double.NegativeInfinity,
        column?.Max ?? double.PositiveInfinity,
        stream.BaseRateHz * channel.RateNum / channel.RateDen,
        channel.Points);

    private static IEnumerable<SignalDescription> Bits(StreamDescription stream, SignalGroup group, string prefix, int count) =>
        Enumerable.Range(0, count).Select(
            i => new SignalDescription(Name(prefix, i), new(group, i, 0), "", 0, 1, stream.BlocksPerSecond, 1));

    private static string Name(string prefix, int index) => string.Create(CultureInfo.InvariantCulture, $"{prefix}{index + 1}");
}
