namespace Benchmarks.Serialization.Data;

/// <summary>What the kinds of data are called.</summary>
public static class DataKindNames
{
    /// <summary>The kind in the names of figures and files.</summary>
    public static string NameOf(DataKind kind) => kind switch
    {
        DataKind.Decimals => "decimals",
        DataKind.Adc => "adc",
        DataKind.Full => "full",
        _ => "constant",
    };

    /// <summary>The kind as people read it.</summary>
    public static string TitleOf(DataKind kind) => kind switch
    {
        DataKind.Decimals => "decimals with noise",
        DataKind.Adc => "ADC counts",
        DataKind.Full => "full-precision noise",
        _ => "mostly constant",
    };
}
