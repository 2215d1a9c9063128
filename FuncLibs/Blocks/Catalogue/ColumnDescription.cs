namespace FuncLibs.Blocks.Catalogue;

/// <summary>What one float column of a channel measures.</summary>
/// <param name="Name">Name of the quantity (<c>force</c>); empty takes the default of its position.</param>
/// <param name="Unit">Unit of the values as they are on the wire (<c>kN</c>); empty is dimensionless.</param>
/// <param name="Min">Lower end of the measuring range, in <paramref name="Unit"/>.</param>
/// <param name="Max">Upper end of the measuring range, in <paramref name="Unit"/>.</param>
/// <param name="Scale">Units per raw count of the converter, 0 when unknown. For information: values are engineering units already.</param>
public sealed record ColumnDescription(string Name, string Unit, double Min, double Max, double Scale);
