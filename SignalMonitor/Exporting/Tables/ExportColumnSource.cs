using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Catalogue.Names;
using FuncLibs.Signals.Expressions.Program;
using FuncLibs.Signals.Expressions.Sources;
using SignalMonitor.CalculatedChannels;

namespace SignalMonitor.Exporting.Tables;

/// <summary>
/// The columns of one block as an export takes them: its channels, and what a program computed of it. One thread.
/// </summary>
/// <param name="stream">What the stream is.</param>
/// <param name="signals">Its channels.</param>
internal sealed class ExportColumnSource(StreamDescription stream, StreamSignals signals)
{
    private readonly BlockColumns _channels = new(stream, signals);
    private SignalProgram? _program;
    private double[] _made = [];

    /// <summary>Moves to a block.</summary>
    /// <param name="block">A valid block of the stream.</param>
    /// <param name="program">The program that has just run over it; null without calculated channels.</param>
    public void MoveTo(CDataBlock block, SignalProgram? program = null)
    {
        _channels.MoveTo(block);
        _program = program;
    }

    /// <summary>Values of a column in the block, until the next call.</summary>
    public ReadOnlySpan<double> Values(in ExportColumn column) => column.Kind switch
    {
        ColumnKind.Measured when column.Scale != 0 => Counts(_channels.Values(column.Place), column.Scale),
        ColumnKind.Measured => _channels.Values(column.Place),
        ColumnKind.Calculated => _program!.Values(column.Place),
        _ => Codes(_program!, column.Place),
    };

    private ReadOnlySpan<double> Counts(ReadOnlySpan<double> values, double scale)
    {
        Span<double> counts = Room(values.Length);
        for (int i = 0; i < counts.Length; i++)
            counts[i] = RawCounts.From(values[i], scale);
        return counts;
    }

    private Span<double> Room(int count)
    {
        if (_made.Length < count)
            _made = new double[count];
        return _made.AsSpan(0, count);
    }

    private ReadOnlySpan<double> Codes(SignalProgram program, int place)
    {
        Span<double> codes = Room(program.Values(place).Length);
        DerivedBlock.WriteQualities(program, place, codes);
        return codes;
    }
}
