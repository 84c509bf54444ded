// SPDX-License-Identifier: Apache-2.0
// A property becomes a wire that is 1 where it is violated, and one that is 1 where it is checked at all; a cover
// becomes one too. Used by techmap: prove.py makes outputs of these wires, so that a solver which knows no names
// still speaks of each property by its own.
(* techmap_celltype = "$assert" *)
module output_of_assert (input A, input EN);
    (* keep *) wire violated = EN && !A;
    (* keep *) wire checked  = EN;
endmodule

(* techmap_celltype = "$cover" *)
module output_of_cover (input A, input EN);
    (* keep *) wire reached = EN && A;
endmodule
