using System.Globalization;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Catalogue.Names;
using FuncLibs.Messaging.Wire;

namespace TelemetryClient;

/// <summary>Prints one line a block: its number, and the last force of the first servo channel with its unit.</summary>
internal sealed class SignalPrinter(TextWriter output)
{
    private const string Wanted = "servo1.force";

    private StreamDescription? _description;
    private SignalDescription? _signal;

    /// <summary>Prints a block.</summary>
    public void Print(FrameHeader header, CDataBlock block, StreamDescription? description)
    {
        if (!ReferenceEquals(description, _description))
        {
            _description = description;
            _signal = description is null ? null : new StreamSignals(description).Find(Wanted);
        }

        if (_signal is null)
        {
            output.WriteLine(string.Create(CultureInfo.InvariantCulture, $"block {header.Sequence}"));
            return;
        }

        ReadOnlySpan<double> force = block.Channel(BlockGroup.Servo, _signal.Address.Channel)
            .Sensor(_signal.Address.Column - ColumnIndex.FirstSensor);
        output.WriteLine(string.Create(
            CultureInfo.InvariantCulture, $"block {header.Sequence} {Wanted} {force[^1]} {_signal.Unit}"));
    }
}
