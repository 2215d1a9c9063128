using System.Globalization;
using FuncLibs.Journal.Segments;

namespace HardwareConnector.Journaling;

/// <summary>Epochs and streams as text, one a line.</summary>
internal static class ExtentText
{
    /// <summary>Prints them.</summary>
    public static void Print(IReadOnlyList<StreamExtent> extents, TextWriter output)
    {
        foreach (StreamExtent extent in extents)
            output.WriteLine(string.Create(
                CultureInfo.InvariantCulture,
                $"epoch {extent.Epoch} stream {extent.Stream}: {extent.First} to {extent.Last}, {extent.Records} records"));
    }
}
